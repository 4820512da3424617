import { ConnectionNotice } from './connection-notice.tsx'
import { VersionNotice } from './version-notice.tsx'

/** What the program has to say about itself. Always there, for screen readers to follow. */
export function NoticeArea() {
  return (
    <output className="block *:mb-3.5">
      <ConnectionNotice />
      <VersionNotice />
    </output>
  )
}
