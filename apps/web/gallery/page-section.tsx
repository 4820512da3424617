import { actionWords } from '@khapdee/domain/words'
import { Plus } from 'lucide-react'
import { ActionBar, Card, PageHeader } from '../src/ui/page.tsx'
import { Button } from '../src/ui/button.tsx'
import { longText, Example, tallText } from './example.tsx'

/** The parts of a page. */
export function PageSection() {
  return (
    <>
      <Example name="PageHeader">
        <div className="flex flex-col gap-4">
          <PageHeader
            title={tallText}
            aside="ทั้งหมด 200 รายการ"
            actions={
              <>
                <Button>ส่งออก</Button>
                <Button kind="primary" icon={Plus}>
                  {actionWords.create}
                </Button>
              </>
            }
          />
        </div>
      </Example>
      <Example name="Card">
        <div className="grid gap-4 md:grid-cols-2">
          <Card title={tallText} actions={<Button>{actionWords.edit}</Button>}>
            {longText}
          </Card>
          <Card>{tallText}</Card>
        </div>
      </Example>
      <Example name="ActionBar">
        <ActionBar>
          <Button>{actionWords.cancel}</Button>
          <Button kind="primary">{actionWords.save}</Button>
        </ActionBar>
      </Example>
    </>
  )
}
