/** Errors with which imports of files are refused. */
import { AppError } from '../../kernel/errors.ts'

/** 409: data has changed since the preview. */
export const outdated = () =>
  new AppError('IMPORT_CHANGED', 'ข้อมูลเปลี่ยนไปจากที่ตรวจสอบไว้ กรุณาตรวจสอบรายการอีกครั้ง', 409)

/**
 * 409: another file of the same kind is being saved. @param label the kind of imported records, in
 * Thai
 */
export const importRunning = (label: string) =>
  new AppError('IMPORT_RUNNING', `กำลังนำเข้า${label}อีกไฟล์หนึ่งอยู่ กรุณารอสักครู่แล้วลองใหม่`, 409)

/** 400: the file has rows that cannot be read. */
export const wrongRows = () =>
  new AppError('IMPORT_WRONG', 'ยังมีบรรทัดที่ผิด กรุณาแก้ไขไฟล์แล้วเลือกใหม่', 400)
