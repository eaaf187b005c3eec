// Ends with 0 if the service on this machine answers: `node deploy/healthcheck.mjs [path]`. Without a path it asks whether the process lives:
// whoever acts on that restarts it, and a restart brings no database back. `/health/ready` says whether it can serve.
const path = process.argv[2] ?? '/health/live'
const address = `http://127.0.0.1:${process.env.PORT || 8080}${path}`
const answer = await fetch(address, { signal: AbortSignal.timeout(4000) }).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
