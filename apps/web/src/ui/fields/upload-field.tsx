import { entities } from '@khapdee/domain/entities'
import { actionWords, headings } from '@khapdee/domain/words'
import { FileText, ImageIcon, Trash2, Upload, X } from 'lucide-react'
import { type ComponentType, type Ref, Suspense, useId, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { IconButton, buttonClass } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { ProgressLine } from '../feedback.tsx'
import { type FieldProps, FieldFrame, controlAttributes, labelId } from './field-frame.tsx'
import { type SendFile, type RunningUpload, type StoredUpload, useUpload } from './use-upload.ts'
import { useFileDrop } from './use-file-drop.ts'

/** Props of a component that edits a chosen file before the upload, e.g. crops it. */
export interface FileEditorProps {
  file: File
  onDone: (file: File) => void
  onClose: () => void
}

export interface UploadFieldProps extends FieldProps {
  value: StoredUpload | null
  onChange: (value: StoredUpload | null) => void
  /** Called when an upload starts. The form must not be saved until `onChange` is called. */
  onUploadStart?: (() => void) | undefined
  /** MIME types that the browser's file dialog offers; `check` enforces them. */
  accept: readonly string[]
  /** Returns a Thai message for a file that is not accepted, or null. */
  check: (file: File) => string | null
  send: SendFile
  /** Edits a chosen file before the upload; may be a lazy component. */
  Editor?: ComponentType<FileEditorProps> | undefined
  inputRef?: Ref<HTMLButtonElement> | undefined
  /** Noun on the button; by default ไฟล์. */
  noun?: string | undefined
  /** Whether the preview is a circle, as for photos of people. */
  round?: boolean
}

/** A file field. The file is uploaded when it is chosen, dropped or pasted; the form saves its id. */
export function UploadField({
  value,
  onChange,
  onUploadStart,
  accept,
  check,
  send,
  Editor,
  inputRef,
  noun = entities.file.label,
  round = false,
  ...field
}: UploadFieldProps) {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [editedFile, setEditedFile] = useState<File | null>(null)
  const upload = useUpload({
    send,
    onStart: () => onUploadStart?.(),
    onDone: onChange,
    onFail: () => onChange(value),
  })
  const { runningUpload, problem, setProblem } = upload

  function take(files: Iterable<File>): void {
    const [file, ...others] = files
    // `:disabled` also matches inside a disabled <fieldset>.
    if (file === undefined || chooser.current?.matches(':disabled') !== false) return
    const refusal = others.length > 0 ? `กรุณาเลือกครั้งละ 1 ${entities.file.label}` : check(file)
    setProblem(refusal)
    if (refusal !== null) return
    if (Editor) setEditedFile(file)
    else void upload.start(file)
  }

  const { drop, isDragOver } = useFileDrop(take)
  const error = runningUpload === null ? (problem ?? field.error) : undefined
  const shown: FieldProps = { ...field, error }
  const { 'aria-describedby': describedBy } = controlAttributes(id, shown)
  return (
    <FieldFrame id={id} field={shown} group>
      <div
        {...drop}
        data-invalid={error !== undefined || undefined}
        className={classNames(
          'flex min-w-0 flex-wrap items-center gap-3 rounded-md border border-dashed p-3',
          isDragOver ? 'border-primary bg-primary-soft' : 'border-line-strong',
          error !== undefined && 'border-danger',
        )}
      >
        <Preview value={value} round={round} />
        <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1.5">
          {runningUpload === null ? (
            <FileName value={value} />
          ) : (
            <Progress runningUpload={runningUpload} onCancel={upload.cancel} />
          )}
          <div className="flex flex-wrap items-center gap-2">
            <AriaButton
              id={id}
              ref={inputRef}
              isDisabled={field.isDisabled ?? false}
              aria-labelledby={`${id} ${labelId(id)}`}
              {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
              onPress={() => chooser.current?.click()}
              onBlur={() => field.onBlur?.()}
              className={buttonClass({ size: 'sm' })}
            >
              <Upload size={16} aria-hidden className="shrink-0" />
              {`${value === null ? 'เลือก' : 'เปลี่ยน'}${noun}`}
            </AriaButton>
            {value !== null && runningUpload === null && (
              <IconButton
                label={`${actionWords.delete}${field.label}`}
                icon={Trash2}
                size="sm"
                isDisabled={field.isDisabled ?? false}
                onPress={() => onChange(null)}
              />
            )}
          </div>
        </div>
        <input
          ref={chooser}
          type="file"
          hidden
          accept={accept.join(',')}
          disabled={field.isDisabled}
          onChange={({ currentTarget }) => {
            take(currentTarget.files ?? [])
            // Lets the user choose the same file again.
            currentTarget.value = ''
          }}
        />
      </div>
      {Editor && editedFile !== null && (
        <Suspense fallback={null}>
          <Editor
            file={editedFile}
            onClose={() => setEditedFile(null)}
            onDone={(file) => {
              setEditedFile(null)
              void upload.start(file)
            }}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}

function Preview({ value, round }: { value: StoredUpload | null; round: boolean }) {
  const [failedLink, setFailedLink] = useState<string | null>(null)
  const frame = `size-20 shrink-0 border border-line bg-surface-2 ${round ? 'rounded-full' : 'rounded-md'}`
  if (value?.isPicture && value.link !== null && value.link !== failedLink) {
    const fit = round ? 'object-cover' : 'object-contain'
    const { link } = value
    return (
      <img src={link} alt="" onError={() => setFailedLink(link)} className={`${frame} ${fit}`} />
    )
  }
  const Icon = value === null || value.isPicture ? ImageIcon : FileText
  return (
    <span aria-hidden className={`${frame} flex items-center justify-center text-muted`}>
      <Icon size={28} />
    </span>
  )
}

function FileName({ value }: { value: StoredUpload | null }) {
  if (value === null) return <p className="text-xs text-muted">ลากไฟล์มาวาง หรือวางจากคลิปบอร์ด</p>
  if (value.link === null || value.isPicture) return <p className="truncate">{value.name}</p>
  return (
    <a href={value.link} download className="truncate text-primary underline">
      {value.name}
    </a>
  )
}

/** The progress of a running upload, and the button that cancels it. */
export function Progress({
  runningUpload,
  onCancel,
}: {
  runningUpload: RunningUpload
  onCancel: () => void
}) {
  return (
    <div className="flex items-center gap-2">
      <ProgressLine
        label={
          runningUpload.fraction < 1 ? `กำลังอัปโหลด ${runningUpload.name}` : headings.checkingFile
        }
        value={runningUpload.fraction}
        note={`${Math.round(runningUpload.fraction * 100)}%`}
        className="min-w-0 flex-1"
      />
      <IconButton label="ยกเลิกการอัปโหลด" icon={X} size="sm" onPress={onCancel} />
    </div>
  )
}
