/** Reads the result columns of a statement from PostgreSQL without executing it. */
import type pg from 'pg'

export interface DescribedColumn {
  name: string
  /** Object id of the type. */
  type: number
  /** Object id of the source table and number of its column; 0 for a computed value. */
  table: number
  column: number
}

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** The methods of a connection of `pg` that send messages of PostgreSQL's protocol. */
interface ProtocolConnection {
  parse(query: { name: string; text: string; types: number[] }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
}

/** A query of `pg` that is prepared and described, but not executed. */
class Description implements pg.Submittable {
  readonly done: Promise<DescribedColumn[]>
  readonly #text: string
  #columns: DescribedColumn[] = []
  #error: Error | null = null
  #settle: () => void = () => {}

  constructor(text: string) {
    this.#text = text
    this.done = new Promise((resolve, reject) => {
      this.#settle = () => (this.#error === null ? resolve(this.#columns) : reject(this.#error))
    })
  }

  submit(connection: unknown): void {
    const protocol = connection as ProtocolConnection
    protocol.parse({ name: '', text: this.#text, types: [] })
    protocol.describe({ type: 'S', name: '' })
    protocol.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      type: dataTypeID,
      table: tableID,
      column: columnID,
    }))
  }

  handleError(error: Error): void {
    this.#error ??= error
  }

  handleReadyForQuery(): void {
    this.#settle()
  }
}

/** The columns of a statement's rows; empty for a statement without rows. */
export function describeStatement(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  const description = new Description(text)
  client.query(description)
  return description.done
}
