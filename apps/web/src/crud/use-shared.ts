import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The value with every part of the former one that says the same, so that what shows those parts
 * need not be drawn again. For what came as JSON.
 */
export function useShared<Value>(value: Value): Value {
  const [former, setFormer] = useState(value)
  const shared = replaceEqualDeep(former, value)
  if (shared !== former) setFormer(shared)
  return shared
}
