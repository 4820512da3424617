import { ArrowLeft } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { useLeave } from './use-leave.ts'

/** Leads back to the screen one came from, or to `to` when there is no way back. */
export function BackButton({ to }: { to: string }) {
  const leave = useLeave(to)
  return (
    <Button icon={ArrowLeft} onPress={() => leave()}>
      ย้อนกลับ
    </Button>
  )
}
