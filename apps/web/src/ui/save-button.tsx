import { Save } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'

interface SaveButtonProps extends Pick<
  ButtonProps,
  'kind' | 'pending' | 'isDisabled' | 'className'
> {
  /** Id of the form that it sends, wherever on the screen the button stands. */
  form: string
}

/** Primary, unless a screen has something more pressing. */
export function SaveButton(props: SaveButtonProps) {
  return (
    <Button type="submit" kind="primary" icon={Save} {...props}>
      บันทึก
    </Button>
  )
}
