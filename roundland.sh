cd /work/w/tenants; /work/land.sh; date
