/** The path of the public page of a certificate. @param token the secret part of its address */
export const verificationPath = (token: string): string => `/verify/${token}`
