import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const shownAfter = 150
const announcedAfter = 1000

/** A line that grows at the top while the next screen is on its way, unless it is there at once. */
export function NavProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const isShown = useLasting(isLoading, shownAfter)
  const isLong = useLasting(isLoading, announcedAfter)
  return (
    <>
      {isShown && (
        <div
          aria-hidden
          data-noprint
          className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left scale-x-95 bg-primary transition-transform duration-8000 ease-out rtl:origin-right starting:scale-x-5"
        />
      )}
      <output className="sr-only">{isLong && 'กำลังโหลดข้อมูล'}</output>
    </>
  )
}

/** Whether `isOn` has been true for so many milliseconds without a break. */
function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLasted(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isOn, milliseconds])
  return isOn && hasLasted
}
