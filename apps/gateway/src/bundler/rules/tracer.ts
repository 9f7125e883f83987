import { beforeTopic } from '../events.js'

/**
 * A tracer in JavaScript, as geth documents them for `debug_traceCall`; Reth and Anvil take it too. It notes what ERC-7562 has rules for
 * while the entry point validates one operation, by phase: which contract the entry point calls. What happens after BeforeExecution is no
 * matter of the rules. ES5, and no word of ours: the node's own machine runs it.
 */
export const tracer = `{
  phases: [], over: false, gas: '', size: null,
  hex: function (word) { var text = word.toString(16); while (text.length < 64) text = '0' + text; return '0x' + text },
  address: function (word) { return '0x' + this.hex(word).slice(26) },
  bytes: function (memory, from, length) {
    // The machine has not grown its memory for this step yet: what lies beyond is zeros, and asking for it is an error.
    var known = Math.max(0, Math.min(length, memory.length() - from)), text = known > 0 ? toHex(memory.slice(from, from + known)) : '0x'
    while (text.length < 2 + 2 * length) text += '00'
    return text
  },
  hasCode: function (db, address) { return db.getCode(toAddress(address)).length > 0 },
  step: function (log, db) {
    if (this.over) return
    var op = log.op.toString(), stack = log.stack
    if (log.getDepth() === 1) {
      if (op === 'LOG1' && this.hex(stack.peek(2)) === '${beforeTopic}') this.over = true
      if (op === 'CALL') this.phases.push({ entity: this.address(stack.peek(1)), opcodes: [], outOfGas: false, slots: [], calls: [], codes: [], hashed: [] })
      return
    }
    var phase = this.phases[this.phases.length - 1]
    if (!phase) return
    var at = toHex(log.contract.getAddress()).toLowerCase()
    var isCall = /^(CALL|CALLCODE|DELEGATECALL|STATICCALL)$/.test(op)
    if (this.gas && !isCall) phase.opcodes.push({ op: 'GAS', at: this.gas })
    this.gas = op === 'GAS' ? at : ''
    if (this.size) this.size.isZero = op === 'ISZERO'
    this.size = null
    if (isCall) {
      var hasValue = op === 'CALL' || op === 'CALLCODE', skip = hasValue ? 3 : 2
      var to = this.address(stack.peek(1))
      var from = Number(stack.peek(skip).toString()), length = Number(stack.peek(skip + 1).toString())
      var input = this.bytes(log.memory, from, Math.min(length, 36))
      var value = hasValue ? this.hex(stack.peek(2)) : '0x0'
      phase.calls.push({ op: op, at: at, to: to, value: value, input: input, hasCode: this.hasCode(db, to) })
    } else if (/^EXTCODE/.test(op)) {
      var of = this.address(stack.peek(0))
      var code = { op: op, of: of, hasCode: this.hasCode(db, of), isZero: false }
      phase.codes.push(code)
      if (op === 'EXTCODESIZE') this.size = code
    } else if (/^[ST](LOAD|STORE)$/.test(op)) {
      phase.slots.push({ at: at, slot: this.hex(stack.peek(0)), isWrite: op === 'SSTORE' || op === 'TSTORE' })
    } else if (op === 'KECCAK256' || op === 'SHA3') {
      var start = Number(stack.peek(0).toString()), bytes = Number(stack.peek(1).toString())
      if (bytes >= 32 && bytes <= 512) phase.hashed.push(this.bytes(log.memory, start, bytes))
    } else if (/^(ORIGIN|GASPRICE|BLOCKHASH|COINBASE|TIMESTAMP|NUMBER|DIFFICULTY|PREVRANDAO|GASLIMIT|BASEFEE|BLOBHASH|BLOBBASEFEE|CREATE|CREATE2|INVALID|SELFDESTRUCT|BALANCE|SELFBALANCE)$|not defined|unknown/i.test(op)) {
      phase.opcodes.push({ op: op, at: at })
    }
  },
  fault: function (log, db) {},
  enter: function (frame) {},
  exit: function (frame) {
    var phase = this.phases[this.phases.length - 1]
    if (!this.over && phase && /out ?of ?gas/i.test(frame.getError() || '')) phase.outOfGas = true
  },
  result: function (context, db) { return { phases: this.phases, over: this.over } }
}`
