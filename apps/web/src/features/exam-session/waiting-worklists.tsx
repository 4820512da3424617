/** Whom to phone about waiting lists: offered seats that wait for an answer, and cancelled sessions. */
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { WaitingList } from '../../crud/waiting-list.tsx'

const offersTitle = (count: number) => `เสนอที่นั่ง รอตอบรับ ${count} คน`
const displacedTitle = (count: number) => `รอรอบที่ถูกยกเลิก ต้องแจ้ง ${count} คน`
const columns = ['customer', 'session'] as const
const columnsWithBranch = ['customer', 'session', 'branch'] as const

/** Nothing while there is nobody to phone. */
export function WaitingWorklists() {
  const { value } = useCurrentBranch()
  const shows = useSession().branches.length > 1 ? columnsWithBranch : columns
  const branch = value === 'all' ? {} : { branch: value }
  return (
    <>
      <WaitingList query={{ ...branch, status: 'offered' }} title={offersTitle} shows={shows} />
      <WaitingList
        query={{ ...branch, status: 'displaced' }}
        title={displacedTitle}
        shows={shows}
      />
    </>
  )
}
