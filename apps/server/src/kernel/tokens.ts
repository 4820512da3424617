/** Signed tokens: who is calling, and what a link opens. */
import { createHmac, randomBytes } from 'node:crypto'
import type { ListQuery } from '@khapdee/contract/wire'
import { createSigner, createVerifier } from 'fast-jwt'

const accessMinutes = 15
const linkMinutes = 10

interface AccessClaims {
  /** The user's id. */
  sub: string
  /** The session's id. */
  sid: string
}

/** What a PDF link opens; fixed when the link is made, so that opening it twice gives the same. */
export interface DocumentLink {
  documents: number[]
  mark: 'original' | 'copy'
  printedAt: string
}

/** What a link to a list's file opens: for this session alone, as long as it may. */
export interface ExportLink {
  /** Path of the call that made it. */
  list: string
  query: Omit<ListQuery, 'page' | 'perPage'>
  sessionId: string
}

export interface Tokens {
  signAccess(userId: number, sessionId: string): string
  /** Null when the token is forged, expired or no access token. */
  readAccess(token: string): { userId: number; sessionId: string } | null
  signLink(link: DocumentLink): string
  readLink(token: string): DocumentLink | null
  signExport(link: ExportLink): string
  readExport(token: string): ExportLink | null
}

/** A refresh token is random, not signed: only its hash is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** Derives one key for each use, so that a link can never pass for a sign-in. */
const derive = (secret: string, use: string) =>
  createHmac('sha256', secret).update(`khapdee:${use}`).digest('hex')

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

export function createTokens(secret: string): Tokens {
  const accessKey = derive(secret, 'access')
  const linkKey = derive(secret, 'link')
  const signAccess = createSigner({
    key: accessKey,
    algorithm: 'HS256',
    expiresIn: accessMinutes * 60_000,
  })
  const verifyAccess = createVerifier({ key: accessKey, algorithms: ['HS256'], cache: 5000 })
  const signLink = createSigner({
    key: linkKey,
    algorithm: 'HS256',
    expiresIn: linkMinutes * 60_000,
  })
  const verifyLink = createVerifier({ key: linkKey, algorithms: ['HS256'] })
  const exportKey = derive(secret, 'export')
  const signExport = createSigner({
    key: exportKey,
    algorithm: 'HS256',
    expiresIn: linkMinutes * 60_000,
  })
  const verifyExport = createVerifier({ key: exportKey, algorithms: ['HS256'] })
  return {
    signAccess: (userId, sessionId) => signAccess({ sub: String(userId), sid: sessionId }),
    readAccess: (token) =>
      orNull(() => {
        const claims: AccessClaims = verifyAccess(token)
        return { userId: Number(claims.sub), sessionId: claims.sid }
      }),
    signLink: (link) => signLink({ ...link }),
    readLink: (token) => orNull((): DocumentLink => verifyLink(token)),
    signExport: (link) => signExport({ ...link }),
    readExport: (token) => orNull((): ExportLink => verifyExport(token)),
  }
}
