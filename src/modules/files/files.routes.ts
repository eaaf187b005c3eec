import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { fileTypes } from '#outside/storage/file-kinds.ts'
import { deleteFile, downloadFile, uploadFile } from './files.actions.ts'
import { fileList } from './files.list.ts'
import { StoredFile, UploadFields } from './files.schema.ts'

export const fileRoutes = {
  'POST /upload': route({
    operationId: 'uploadFile',
    summary: "Keep a picture or a document for the caller's tenant, or for the platform",
    description:
      'Pictures (JPEG, PNG, GIF, WebP of 4096×4096 pixels at most, SVG) are drawn anew or cleaned; documents (PDF, DOC, DOCX, XLS, XLSX, CSV) are kept as they are. The kind is decided from the bytes; UTF-8 text is CSV under a name that ends in `.csv` alone. 10 MB at most, where the operator set nothing else.',
    access: can('files.create'),
    receives: { fields: UploadFields },
    reply: StoredFile,
    status: 201,
    transaction: 'own',
    errors: [409],
    location: ({ id }) => `/api/v1/files/${id}`,
    emits: ['file.uploaded', 'tenant.quota_near'],
    run: (ctx, { incoming }) => uploadFile(ctx, incoming),
  }),

  'GET /': route({
    operationId: 'listFiles',
    summary: 'Page of the files of the own tenant and those below, newest first',
    description: 'Searched are names. Logos and avatars are none of them.',
    access: can('files.view'),
    query: fileList.querySchema,
    reply: fileList.pageSchema,
    run: (ctx, { query }) => fileList.read(ctx, query),
  }),

  'GET /:id': route({
    operationId: 'getFile',
    summary: 'The file itself, or one range of its bytes',
    description:
      'Pictures made of pixels may be shown where they stand, everything else is sent to be saved. One range is answered with 206; several, backward ones and those outside of the file are 416. With `If-None-Match` 304.',
    access: can('files.view'),
    params: ById,
    serves: Object.values(fileTypes),
    run: (ctx, { params }) => downloadFile(ctx, params.id),
  }),

  'DELETE /:id': route({
    operationId: 'deleteFile',
    summary: 'Delete a file for ever',
    description: '409 for a public one while a tenant in scope shows it as its logo or icon.',
    access: can('files.delete'),
    params: ById,
    status: 204,
    errors: [409],
    transaction: 'own',
    emits: ['file.deleted'],
    run: async (ctx, { params }) => {
      await deleteFile(ctx, params.id)
      return undefined
    },
  }),
}
