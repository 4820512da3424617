/** Signed tokens for access and for links. */
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import type { ListQuery } from '@khapdee/contract/wire'
import { createSigner, createVerifier } from 'fast-jwt'

const accessMinutes = 15
const linkMinutes = 10
const maxCachedTokens = 5000

interface AccessClaims {
  /** The user's id. */
  sub: string
  /** The session's id. */
  sid: string
  /** In seconds since 1970. */
  exp: number
}

interface Bearer {
  userId: number
  sessionId: string
  /** In milliseconds since 1970. */
  expiresAt: number
}

/** Content of a PDF link; it includes the time of printing, so that the link always opens the same file. */
export interface DocumentLink {
  /** Ids of issued documents. */
  documents: number[]
  mark: 'original' | 'copy'
  printedAt: string
}

/** Content of a link to an application form: the row of its data, and the time of printing. */
export interface FormLink {
  printed_form_id: number
  printedAt: string
}

/**
 * Content of a link in a row of a list to an application form that is made when the link is opened; valid for the
 * session and its permissions.
 */
export interface ListedFormLink {
  application_id: number
  sessionId: string
}

/** A verified link in a row of a list. */
export interface OpenedFormLink extends ListedFormLink {
  /** Identifies the link, but does not open it. */
  key: string
}

/** Content of a link to an exported list; valid for the session and its permissions. */
export interface ExportLink {
  /** Path of the list's call. */
  list: string
  query: Omit<ListQuery, 'page' | 'perPage'>
  sessionId: string
}

/** Content of a link to a payslip; valid for the session and its permissions. */
export interface PayslipLink {
  payroll_id: number
  sessionId: string
  printedAt: string
}

/** Content of a link to the payslips of a month. */
export interface PayslipsLink {
  branches: number[]
  /** `YYYY-MM` */
  month: string
  sessionId: string
  printedAt: string
}

/** Content of a link to a file of payroll; valid for the session and its permissions. */
export interface PayrollFileLink {
  payroll_file_id: number
  sessionId: string
}

/** Content of a link to a certificate of tax withheld from pay; valid for the session and its permissions. */
export interface TaxCertificateLink {
  tax_certificate_id: number
  sessionId: string
  printedAt: string
}

/**
 * Content of a link to a document of a person who left; valid as long as the link through which it
 * was opened.
 */
export interface LeaverDocumentLink {
  leaver_link_id: number
  kind: 'payslip' | 'tax_certificate'
  /** The id of the month of payroll, or of the certificate. */
  document_id: number
  printedAt: string
}

/** Content of a link to a backup; valid for the session and its permissions. */
export interface BackupLink {
  /** The name of its file. */
  backup: string
  sessionId: string
}

/** Content of a link to an upload; valid while the session lasts. */
export interface UploadLink {
  file_id: number
  sessionId: string
}

/** Content of a link to a sample receipt: branch settings, possibly unsaved. */
export interface SampleLink {
  branch_id: number
  promptpay_id: string
  logo_file_id: number | null
  settings: BranchSettings
  printedAt: string
}

export interface Tokens {
  /** @param issuedAt in seconds since 1970 */
  signAccess(userId: number, sessionId: string, issuedAt?: number): string
  /** Null when the token is forged, expired or not an access token. */
  readAccess(token: string): Bearer | null
  signDocument(link: DocumentLink): string
  readDocument(token: string): DocumentLink | null
  signForm(link: FormLink): string
  readForm(token: string): FormLink | null
  /** A short format with one HMAC instead of a JWT, because a list has such a link in each row. */
  signListedForm(link: ListedFormLink): string
  readListedForm(token: string): OpenedFormLink | null
  signExport(link: ExportLink): string
  readExport(token: string): ExportLink | null
  /** Returns the same link for five minutes, so that browsers cache the picture. */
  signUpload(link: UploadLink): string
  readUpload(token: string): UploadLink | null
  /**
   * The refresh token that replaces `refreshToken` for one client: derived, so that a client whose
   * answer was lost gets the same one again though only its hash is stored.
   */
  successorOf(refreshToken: string, client: string): string
  signPayslip(link: PayslipLink): string
  readPayslip(token: string): PayslipLink | null
  signPayslips(link: PayslipsLink): string
  readPayslips(token: string): PayslipsLink | null
  signPayrollFile(link: PayrollFileLink): string
  readPayrollFile(token: string): PayrollFileLink | null
  signTaxCertificate(link: TaxCertificateLink): string
  readTaxCertificate(token: string): TaxCertificateLink | null
  signLeaverDocument(link: LeaverDocumentLink): string
  readLeaverDocument(token: string): LeaverDocumentLink | null
  signBackup(link: BackupLink): string
  readBackup(token: string): BackupLink | null
  signSample(link: SampleLink): string
  readSample(token: string): SampleLink | null
}

/** The first refresh token of a session: a random text, of which only the hash is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** Expiry in seconds since 1970: 10 to 15 minutes from now, equal within each 5-minute window. */
const uploadLinkExpiry = (now: number) => (Math.ceil(now / 300_000) * 5 + linkMinutes) * 60

/** Derives one key per use, so that a link is never accepted as an access token. */
const derive = (secret: string, use: string) =>
  createHmac('sha256', secret).update(`khapdee:${use}`).digest('hex')

function nullOnError<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Signs and verifies links of one use. */
function linksOf<Link extends object>(secret: string, use: string) {
  const key = derive(secret, use)
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: linkMinutes * 60_000 })
  const verify = createVerifier({ key, algorithms: ['HS256'] })
  return {
    sign: (link: Link): string => sign({ ...link }),
    read: (token: string): Link | null => nullOnError((): Link => verify(token)),
  }
}

/** Signs and verifies links to application forms in lists: `<application id>.<expiry in seconds>.<session>.<hash>`. */
function listedForms(secret: string) {
  const key = createSecretKey(derive(secret, 'listed-form'), 'hex')
  const hash = (content: string) => createHmac('sha256', key).update(content).digest('base64url')
  return {
    sign({ application_id, sessionId }: ListedFormLink): string {
      const content = `${application_id}.${Math.floor(Date.now() / 1000) + linkMinutes * 60}.${sessionId}`
      return `${content}.${hash(content)}`
    },
    read(token: string): OpenedFormLink | null {
      const end = token.lastIndexOf('.')
      const content = token.slice(0, end)
      const [expected, given] = [Buffer.from(hash(content)), Buffer.from(token.slice(end + 1))]
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
      const [application_id, expiry, sessionId = ''] = content.split('.')
      if (Number(expiry) * 1000 < Date.now()) return null
      return { application_id: Number(application_id), sessionId, key: content }
    },
  }
}

/**
 * Caches verified tokens until they expire, because every call of a session sends the same token and
 * verification takes a large part of a short call.
 */
function cachedReader(read: (token: string) => AccessClaims): (token: string) => Bearer | null {
  const cache = new Map<string, Bearer>()
  return (token) => {
    const found = cache.get(token)
    if (found !== undefined && Date.now() < found.expiresAt) return found
    return nullOnError(() => {
      const { sub, sid, exp } = read(token)
      const bearer = { userId: Number(sub), sessionId: sid, expiresAt: exp * 1000 }
      if (cache.size >= maxCachedTokens) cache.clear()
      cache.set(token, bearer)
      return bearer
    })
  }
}

export function createTokens(secret: string): Tokens {
  const accessKey = derive(secret, 'access')
  const signAccess = createSigner({
    key: accessKey,
    algorithm: 'HS256',
    expiresIn: accessMinutes * 60_000,
  })
  const verifyAccess = createVerifier({ key: accessKey, algorithms: ['HS256'] })
  const readAccess = cachedReader((token) => verifyAccess(token))
  const documents = linksOf<DocumentLink>(secret, 'link')
  const forms = linksOf<FormLink>(secret, 'form')
  const listed = listedForms(secret)
  const exports = linksOf<ExportLink>(secret, 'export')
  const samples = linksOf<SampleLink>(secret, 'sample')
  const payslip = linksOf<PayslipLink>(secret, 'payslip')
  const payslips = linksOf<PayslipsLink>(secret, 'payslips')
  const payrollFiles = linksOf<PayrollFileLink>(secret, 'payroll-file')
  const taxCertificates = linksOf<TaxCertificateLink>(secret, 'tax-certificate')
  const leaverDocuments = linksOf<LeaverDocumentLink>(secret, 'leaver-document')
  const backups = linksOf<BackupLink>(secret, 'backup')
  const refreshKey = derive(secret, 'refresh')
  const uploadKey = derive(secret, 'upload')
  const signUpload = createSigner({ key: uploadKey, algorithm: 'HS256', noTimestamp: true })
  const verifyUpload = createVerifier({ key: uploadKey, algorithms: ['HS256'] })
  return {
    signAccess: (userId, sessionId, iat) =>
      signAccess({ sub: String(userId), sid: sessionId, ...(iat !== undefined && { iat }) }),
    readAccess,
    signDocument: documents.sign,
    readDocument: documents.read,
    signForm: forms.sign,
    readForm: forms.read,
    signListedForm: listed.sign,
    readListedForm: listed.read,
    signExport: exports.sign,
    readExport: exports.read,
    signUpload: (link) => signUpload({ ...link, exp: uploadLinkExpiry(Date.now()) }),
    readUpload: (token) => nullOnError((): UploadLink => verifyUpload(token)),
    successorOf: (refreshToken, client) =>
      createHmac('sha256', refreshKey).update(`${refreshToken}\n${client}`).digest('base64url'),
    signPayslip: payslip.sign,
    readPayslip: payslip.read,
    signPayslips: payslips.sign,
    readPayslips: payslips.read,
    signPayrollFile: payrollFiles.sign,
    readPayrollFile: payrollFiles.read,
    signTaxCertificate: taxCertificates.sign,
    readTaxCertificate: taxCertificates.read,
    signLeaverDocument: leaverDocuments.sign,
    readLeaverDocument: leaverDocuments.read,
    signBackup: backups.sign,
    readBackup: backups.read,
    signSample: samples.sign,
    readSample: samples.read,
  }
}
