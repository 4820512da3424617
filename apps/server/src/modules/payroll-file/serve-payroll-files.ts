/** Serves files of payroll by signed links. The rights of the session of a link are checked when it is opened. */
import { isPermitted } from '@khapdee/contract/endpoint'
import { payrollFile } from '@khapdee/contract/entities/payroll-file'
import { payrollFileKinds } from '@khapdee/domain/payroll/file-kinds'
import type { FastifyInstance } from 'fastify'
import { contextOfSession } from '../../kernel/caller.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { readFile } from './payroll-file.module.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  // TIS-620, which browsers must not convert.
  txt: 'application/octet-stream',
} as const

export function servePayrollFiles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/payroll/:token/:name',
    async (request, reply) => {
      const { token, name } = request.params
      const link = services.tokens.readPayrollFile(token)
      if (link === null) throw notFound()
      const ctx = await contextOfSession(services, request, link.sessionId)
      if (!isPermitted(payrollFile.open, ctx.may)) throw notFound()
      const { content, kind } = await readFile(ctx, link.payroll_file_id)
      const { extension } = payrollFileKinds[kind]
      return reply
        .headers({
          'content-type': contentTypes[extension],
          'content-disposition': `attachment; filename="${/^[\w-]+\.\w+$/.test(name) ? name : `payroll.${extension}`}"`,
          'cache-control': 'private, no-store',
        })
        .send(content)
    },
  )
}
