import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Balancer, startBalancer } from './balancer.ts'

const servers: Server[] = []
let balancer: Balancer
afterEach(async () => {
  await balancer.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers with its name, or ends the connection of `/lost`. */
async function startNamed(name: string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/lost') request.socket.destroy()
    else request.pipe(response.setHeader('x-server', name))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const post = (path: string) => fetch(balancer.origin + path, { method: 'POST', body: 'ชื่อ' })

it('distributes requests over the servers', async () => {
  balancer = await startBalancer([await startNamed('a'), await startNamed('b')])
  const names = new Set<string | null>()
  for (let n = 0; n < 4; n++) {
    const answer = await post('/')
    names.add(answer.headers.get('x-server'))
    expect(await answer.text()).toBe('ชื่อ')
  }
  expect(names).toEqual(new Set(['a', 'b']))
})

it('sends a request to another server if one refuses the connection', async () => {
  balancer = await startBalancer([await startNamed('a'), await startNamed('b')])
  servers.shift()?.close()
  for (let n = 0; n < 4; n++) expect((await post('/')).headers.get('x-server')).toBe('b')
})

it('does not repeat a request that a server may have carried out', async () => {
  balancer = await startBalancer([await startNamed('a'), await startNamed('b')])
  await expect(post('/lost')).rejects.toThrow('fetch failed')
})
