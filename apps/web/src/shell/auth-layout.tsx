import type { ReactNode } from 'react'
import { NoticeArea } from './notice-area.tsx'

/** The calm page of the product's name, for what one does before being signed in. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 p-4">
      <div className="fixed inset-x-3 top-3 z-20 mx-auto max-w-160">
        <NoticeArea />
      </div>
      <header className="flex flex-col items-center gap-1 text-center">
        <img src="/icon.svg" alt="" width={48} height={48} className="mb-1" />
        <h1 className="text-2xl font-semibold">ขับดี</h1>
        <p className="text-muted">ระบบบริหารโรงเรียนสอนขับรถ</p>
      </header>
      {children}
    </main>
  )
}
