import { Link } from '@tanstack/react-router'
import { paths } from './paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { ScreenMessage } from './screen-message.tsx'

/** No screen has this address, or no record that this user may see. */
export function NotFoundScreen() {
  return (
    <ScreenMessage
      title="ไม่พบข้อมูลที่ต้องการ"
      action={
        <Link to={paths.home} className={buttonClass()}>
          กลับหน้าแรก
        </Link>
      }
    >
      หน้านี้ไม่มีอยู่ หรือถูกลบไปแล้ว กรุณาตรวจสอบที่อยู่
    </ScreenMessage>
  )
}
