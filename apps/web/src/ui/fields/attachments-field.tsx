import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { Camera, FileText, ImageIcon, Trash2, Upload } from 'lucide-react'
import { type ComponentProps, type Ref, useId, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Button, IconButton, buttonClass } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { touchScreen, useMedia } from '../hooks.ts'
import { type FieldProps, FieldFrame, controlAttributes, labelId } from './field-frame.tsx'
import { Progress } from './upload-field.tsx'
import { type SendFile, type StoredUpload, useUpload } from './use-upload.ts'
import { useFileDrop } from './use-file-drop.ts'

export interface AttachmentsFieldProps extends FieldProps {
  value: readonly StoredUpload[]
  onChange: (value: readonly StoredUpload[]) => void
  /** Called when an upload starts. The form must not be saved until `onChange` is called. */
  onUploadStart?: (() => void) | undefined
  /** Maximum number of files. */
  max: number
  /** MIME types that the browser's file dialog offers; `check` enforces them. */
  accept: readonly string[]
  /** Returns a Thai message for a file that is not accepted, or null. */
  check: (file: File) => string | null
  send: SendFile
  inputRef?: Ref<HTMLButtonElement> | undefined
}

/** A list of files. They are uploaded one after another when they are chosen, dropped, pasted or photographed. */
export function AttachmentsField({
  value,
  onChange,
  onUploadStart,
  max,
  accept,
  check,
  send,
  inputRef,
  ...field
}: AttachmentsFieldProps) {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isTouch = useMedia(touchScreen)
  /** Files that wait for the running upload, and those that were stored meanwhile. */
  const waiting = useRef<File[]>([])
  const stored = useRef<readonly StoredUpload[]>(value)

  const finish = () => {
    waiting.current = []
    onChange(stored.current)
  }
  const upload = useUpload({
    send,
    onStart: () => onUploadStart?.(),
    onDone: (file) => {
      stored.current = [...stored.current, file]
      const next = waiting.current.shift()
      if (next === undefined) finish()
      else void upload.start(next)
    },
    onFail: finish,
  })
  const { runningUpload, problem, setProblem } = upload
  const isFull = value.length >= max

  function take(list: Iterable<File>): void {
    const files = [...list]
    // `:disabled` also matches inside a disabled <fieldset>.
    if (files.length === 0 || chooser.current?.matches(':disabled') !== false) return
    if (runningUpload !== null) return
    const tooMany = value.length + files.length > max
    const refusal = tooMany
      ? `แนบได้ไม่เกิน ${max} ${entities.file.label}`
      : (files.map(check).find((message) => message !== null) ?? null)
    setProblem(refusal)
    if (refusal !== null) return
    stored.current = value
    const [first, ...others] = files
    waiting.current = others
    if (first) void upload.start(first)
  }

  const isDisabled = field.isDisabled === true
  const { drop, isDragOver } = useFileDrop(take)
  const error = runningUpload === null ? (problem ?? field.error) : undefined
  const shown: FieldProps = { ...field, error }
  const { 'aria-describedby': describedBy } = controlAttributes(id, shown)
  return (
    <FieldFrame id={id} field={shown} group>
      <div
        {...(!isDisabled && drop)}
        data-invalid={error !== undefined || undefined}
        className={classNames(
          'flex min-w-0 flex-col gap-3 rounded-md border border-dashed p-3',
          isDragOver ? 'border-primary bg-primary-soft' : 'border-line-strong',
          error !== undefined && 'border-danger',
        )}
      >
        {value.length > 0 && (
          <ul className="grid grid-cols-2 gap-2">
            {value.map((file) => (
              <AttachmentTile
                key={file.id}
                file={file}
                isDisabled={isDisabled || runningUpload !== null}
                onRemove={() => onChange(value.filter((other) => other.id !== file.id))}
              />
            ))}
          </ul>
        )}
        {runningUpload !== null && (
          <Progress runningUpload={runningUpload} onCancel={upload.cancel} />
        )}
        <div className="flex flex-wrap items-center gap-2">
          <AriaButton
            id={id}
            ref={inputRef}
            isDisabled={isDisabled || isFull || runningUpload !== null}
            aria-labelledby={`${id} ${labelId(id)}`}
            {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
            onPress={() => chooser.current?.click()}
            onBlur={() => field.onBlur?.()}
            className={buttonClass({ size: 'sm' })}
          >
            <Upload size={16} aria-hidden className="shrink-0" />
            เลือกไฟล์
          </AriaButton>
          {isTouch && (
            <Button
              size="sm"
              icon={Camera}
              isDisabled={isDisabled || isFull || runningUpload !== null}
              onPress={() => camera.current?.click()}
            >
              ถ่ายรูป
            </Button>
          )}
          <p className="text-xs text-muted">
            {value.length > 0 || isDisabled
              ? `${value.length} / ${max} ไฟล์`
              : 'ลากไฟล์มาวาง หรือวางจากคลิปบอร์ด'}
          </p>
        </div>
        <FileInput
          inputRef={chooser}
          onTake={take}
          isDisabled={isDisabled}
          accept={accept.join(',')}
          multiple
        />
        <FileInput
          inputRef={camera}
          onTake={take}
          isDisabled={isDisabled}
          accept="image/*"
          capture="environment"
        />
      </div>
    </FieldFrame>
  )
}

interface FileInputProps extends Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'capture'> {
  inputRef: Ref<HTMLInputElement>
  onTake: (files: Iterable<File>) => void
  isDisabled: boolean
}

function FileInput({ inputRef, onTake, isDisabled, ...props }: FileInputProps) {
  return (
    <input
      {...props}
      ref={inputRef}
      type="file"
      hidden
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        onTake(currentTarget.files ?? [])
        // Lets the user choose the same file again.
        currentTarget.value = ''
      }}
    />
  )
}

interface AttachmentTileProps {
  file: StoredUpload
  isDisabled: boolean
  onRemove: () => void
}

/** The preview of a picture or the icon of another file; both open the file. */
function AttachmentTile({ file, isDisabled, onRemove }: AttachmentTileProps) {
  const { name, link, isPicture } = file
  const [failedLink, setFailedLink] = useState<string | null>(null)
  const Icon = isPicture ? ImageIcon : FileText
  const preview =
    isPicture && link !== null && link !== failedLink ? (
      <img
        src={link}
        alt=""
        onError={() => setFailedLink(link)}
        className="h-32 w-full object-cover"
      />
    ) : (
      <span className="flex h-32 items-center justify-center text-muted">
        <Icon size={28} aria-hidden />
      </span>
    )
  const content = (
    <>
      {preview}
      <span className="block truncate px-2 py-1 text-xs" title={name}>
        {name}
      </span>
    </>
  )
  return (
    <li className="relative min-w-0 overflow-hidden rounded-md border border-line bg-surface-2">
      {link === null ? (
        content
      ) : (
        <a href={link} target="_blank" rel="noreferrer" className="block">
          {content}
        </a>
      )}
      {!isDisabled && (
        <span className="absolute end-0 top-0 rounded-md bg-surface" data-noprint>
          <IconButton
            label={`${actionWords.delete} ${name}`}
            icon={Trash2}
            size="sm"
            onPress={onRemove}
          />
        </span>
      )}
    </li>
  )
}
