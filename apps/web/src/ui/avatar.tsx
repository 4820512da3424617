import { useState } from 'react'

interface AvatarProps {
  fname: string
  sname: string
  /** What stands for a name without letters. */
  fallback?: string
  /** Address of the photo; null where there is none. */
  src: string | null
  size?: 'md' | 'lg'
}

const sizes = { md: 'size-8 text-sm', lg: 'size-20 text-2xl' }

/** Somebody's photo, or the first letters of both names; his name stands beside it. */
export function Avatar({ fname, sname, fallback = '', src, size = 'md' }: AvatarProps) {
  // Links expire: one that opens nothing any more is as good as none, until the next.
  const [failed, setFailed] = useState<string | null>(null)
  const look = `shrink-0 rounded-full ${sizes[size]}`
  if (src !== null && src !== failed) {
    return (
      <img src={src} alt="" onError={() => setFailed(src)} className={`${look} object-cover`} />
    )
  }
  return (
    <span
      aria-hidden
      className={`${look} flex items-center justify-center bg-primary-soft font-semibold text-primary`}
    >
      {firstLetter(fname) + firstLetter(sname) || fallback}
    </span>
  )
}

/** A Thai vowel that is written before its consonant is no letter. */
const firstLetter = (name: string) => /[ก-ฮA-Za-z]/.exec(name)?.[0] ?? ''
