import { CloudOff, WifiOff } from 'lucide-react'
import { Notice, NoticeButton } from '../ui/notice.tsx'
import { askServer, useConnection } from './connection.ts'

/** While the server cannot be reached: why, and that nothing typed is lost. */
export function ConnectionNotice() {
  const connection = useConnection()
  if (connection === 'ok') return null
  if (connection === 'offline') {
    return (
      <Notice tone="warning" icon={WifiOff}>
        ออฟไลน์อยู่ กรุณาตรวจสอบอินเทอร์เน็ต ข้อมูลที่กรอกยังอยู่
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      icon={CloudOff}
      action={<NoticeButton onPress={() => void askServer()}>ลองอีกครั้ง</NoticeButton>}
    >
      เชื่อมต่อระบบไม่ได้ กำลังลองเชื่อมต่อใหม่ ข้อมูลที่กรอกยังอยู่
    </Notice>
  )
}
