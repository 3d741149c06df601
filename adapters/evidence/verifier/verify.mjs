// Checks this packet with nothing but Node 18 or newer: node verify.mjs [verifier key]
// Exit code 0: every file is as it was signed, every event is in the log, nothing of this contact was left out.
import * as crypto from 'node:crypto';
import { openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const fail = (what) => {
  console.error(`FAILED: ${what}`);
  process.exit(1);
};
const check = (isSo, what) => isSo || fail(what);
process.on('uncaughtException', ({ message }) => fail(message));
const sha256 = (bytes) =>
  crypto.hash ? crypto.hash('sha256', bytes, 'buffer') : crypto.createHash('sha256').update(bytes).digest();
const leafHash = (entry) => sha256(Buffer.concat([Buffer.of(0), entry]));
const nodeHash = (left, right) => sha256(Buffer.concat([Buffer.of(1), left, right]));
const base64 = (text, what) => {
  const bytes = Buffer.from(text, 'base64');
  check(bytes.toString('base64') === text, `${what} is not base64`);
  return bytes;
};
/** JSON with sorted names (RFC 8785): what a field's hash is made of. */
const canonical = (value) =>
  value === null || typeof value !== 'object' ? JSON.stringify(value)
  : Array.isArray(value) ? `[${value.map(canonical).join(',')}]`
  : `{${Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
      .join(',')}}`;

/** The files that are read whole, each once. What they are is in the list that was signed. */
const kept = new Map();
const read = (path) => kept.get(path) ?? kept.set(path, readFileSync(join(folder, path))).get(path);
const packet = JSON.parse(read('packet.json').toString());
const key = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(packet.verifier_key);
check(key !== null, 'the verifier key can not be read');
const [, keyName, keyId, keyText] = key;
const keyBytes = base64(keyText, 'the verifier key');
check(keyBytes.length === 33 && keyBytes[0] === 1, 'the verifier key is not one of Ed25519');
check(
  sha256(Buffer.concat([Buffer.from(`${keyName}\n`), keyBytes])).toString('hex', 0, 4) === keyId,
  'the verifier key has another id',
);
const expected = process.argv[2];
check(expected === undefined || expected === packet.verifier_key, 'the packet was signed with another key than given');
const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), keyBytes.subarray(1)]);
const publicKey = crypto.createPublicKey({ key: spki, format: 'der', type: 'spki' });

/** The lines of a signed note (C2SP signed-note); fails unless this key has signed them. */
function signedLines(note, what) {
  const parts = /^([^]*\n)\n— (\S+) (\S+)\n$/.exec(note);
  check(parts !== null && parts[2] === keyName, `${what} is no signed note of ${keyName}`);
  const signature = base64(parts[3], `the signature of ${what}`);
  check(signature.subarray(0, 4).toString('hex') === keyId, `${what} was signed with another key`);
  check(
    crypto.verify(null, Buffer.from(parts[1]), publicKey, signature.subarray(4)),
    `the signature of ${what} is wrong`,
  );
  return parts[1].split('\n').slice(0, -1);
}

// 1. Every file is as it was signed, and there is no other.
const [manifestOf, ...files] = signedLines(read('manifest.note').toString(), 'manifest.note');
check(manifestOf === `${keyName}/packet`, 'manifest.note is of something else');
const listed = new Map(files.map((line) => [line.slice(66), line.slice(0, 64)]));
const there = readdirSync(folder, { recursive: true }).map((path) => path.replaceAll('\\', '/'));
for (const path of there)
  check(
    ['manifest.note', 'manifest.tsr'].includes(path) || listed.has(path) || statSync(join(folder, path)).isDirectory(),
    `${path} is not listed`,
  );
for (const [path, hash] of listed) {
  check(there.includes(path), `${path} is missing`);
  // The largest is looked at once, line by line (2).
  if (path !== 'events.jsonl') check(sha256(read(path)).toString('hex') === hash, `${path} was changed`);
}

// Who signed the time-stamp is for openssl to say; here, that it is of this list (RFC 3161, in plain sight).
const isStamped = there.includes('manifest.tsr');
check(!isStamped || read('manifest.tsr').includes(sha256(read('manifest.note'))), 'manifest.tsr is of something else');

/** Origin, size and root of a signed checkpoint (C2SP tlog-checkpoint). */
function checkpoint(note, suffix, what) {
  const [origin, size, root] = signedLines(note, what);
  check(origin === `${keyName}/log/${packet.business.id}${suffix}`, `${what} is of another log`);
  return { size: Number(size), root: base64(root, `the root of ${what}`) };
}
const splitOf = (size) => {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
};
/** The root of a tree from some of its leaves, in order, and the hashes of all parts without them, left to right. */
function rootOf(size, leaves, hashes) {
  let [nextLeaf, nextHash] = [0, 0];
  const walk = (low, high) => {
    if (nextLeaf >= leaves.length || leaves[nextLeaf][0] >= high)
      return hashes.subarray(32 * nextHash, 32 * (nextHash += 1));
    if (high - low === 1) return leaves[nextLeaf++][1];
    const middle = low + splitOf(high - low);
    const left = walk(low, middle);
    return nodeHash(left, walk(middle, high));
  };
  const root = walk(0, size);
  check(nextLeaf === leaves.length && nextHash * 32 === hashes.length, 'the proof has more than it needs');
  return root;
}

/** What the packet tells of each event: its time, the words of a message, the file and row of an import. */
const told = new Map();
const tell = ({ event, at }, holds = {}) => told.set(event, [...(told.get(event) ?? []), { at, ...holds }]);
for (const line of packet.consent) tell(line);
for (const { record, text, ...message } of packet.messages)
  [tell(message, { text }), ...record.map((step) => tell(step))];
for (const { received, row, file, sha256, ...line } of packet.imports) {
  tell(line, { row });
  if (received !== null) tell(received, { fileName: file, storageKey: sha256 });
}
function checkTold({ id, data, metadata }, fields) {
  const said = (name) => fields.find((field) => field.name === name)?.value ?? data[name];
  for (const { at, text, ...holds } of told.get(id) ?? []) {
    check(at === metadata.occurredAt, `the time of event ${id} is told otherwise`);
    for (const [name, value] of Object.entries(holds))
      check(said(name) === value, `${name} of event ${id} is told otherwise`);
    const words = [said('body'), said('subject')].find((one) => typeof one === 'string' && one !== '') ?? null;
    check(text === undefined || text === words, `the words of event ${id} are told otherwise`);
  }
  told.delete(id);
}
/** The lines of a file, a part of it at a time; fails at its end unless it is what was signed. */
function* lines(path) {
  const [descriptor, hash, part] = [openSync(join(folder, path)), crypto.createHash('sha256'), Buffer.alloc(1 << 20)];
  let rest = Buffer.alloc(0);
  for (let size; (size = readSync(descriptor, part)) > 0;) {
    hash.update(part.subarray(0, size));
    rest = Buffer.concat([rest, part.subarray(0, size)]);
    let from = 0;
    for (let to; (to = rest.indexOf(10, from)) >= 0; from = to + 1) yield rest.subarray(from, to);
    rest = rest.subarray(from);
  }
  check(rest.length === 0 && hash.digest('hex') === listed.get(path), `${path} was changed`);
}

// 2. Every event is in the log that the checkpoint was signed of, and every value shown is the one that was sealed in it.
const log = JSON.parse(read('proofs/events.json').toString());
const events = checkpoint(log.checkpoint, '', 'the checkpoint of events');
const streams = new Set(packet.contact.ids.map((id) => `contact-${id}`));
const [seen, own, leaves] = [new Set(), new Set(), []];
let [proven, shown, uncommitted] = [0, 0, 0];
for (const line of lines('events.jsonl')) {
  const [start, index, length] =
    /^{"index":(\d+),"length":(\d+),"entry":/.exec(line.toString('latin1', 0, 60)) ?? fail('a line of events.jsonl');
  const end = start.length + Number(length);
  const entry = line.subarray(start.length, end);
  const event = JSON.parse(entry.toString());
  check(
    line.toString('latin1', end, end + 10) === ',"fields":' && line.at(-1) === 125,
    `the line of event ${event.id}`,
  );
  const fields = JSON.parse(line.toString('utf8', end + 10, line.length - 1));
  check(!seen.has(event.id), `event ${event.id} is there twice`);
  seen.add(event.id);
  if (streams.has(event.stream)) own.add(sha256(entry).toString('hex'));
  leaves.push([Number(index), leafHash(entry)]);
  const sealed = event.data.$personal;
  check(
    (sealed?.fields ?? []).join() === fields.map(({ name }) => name).join(),
    `event ${event.id} seals other fields`,
  );
  if (fields.some(({ hash }) => hash === null)) uncommitted += 1;
  else if (fields.length > 0) {
    const hashes = fields.map(({ name, hash, salt, value }) => {
      const sum = base64(hash, 'the hash of a field');
      if (salt === undefined) return sum;
      const isEmpty = value === null && sum.equals(Buffer.alloc(32));
      const bytes = Buffer.concat([base64(salt, 'a salt'), Buffer.from(canonical(value))]);
      check(isEmpty || sha256(bytes).equals(sum), `${name} of event ${event.id} is not what was sealed`);
      shown += 1;
      return sum;
    });
    check(sha256(Buffer.concat(hashes)).toString('base64') === sealed.commit, `the commitment of event ${event.id}`);
    proven += 1;
  }
  checkTold(event, fields);
}
check(told.size === 0, `event ${[...told.keys()][0]} is told of and is not there`);
leaves.sort(([one], [other]) => one - other);
check(
  leaves.every(([index], n) => n === 0 || leaves[n - 1][0] < index),
  'two events have one place',
);
check(
  rootOf(events.size, leaves, base64(log.hashes, 'the proof of events')).equals(events.root),
  'the proof of events',
);

// 3. The tree of contacts is there whole, and all of it that names this contact is among the events.
const contacts = checkpoint(read('proofs/contacts.checkpoint').toString(), '/contacts', 'the checkpoint of contacts');
const whole = read('proofs/contacts.bin');
check(whole.length === 48 * contacts.size, 'the tree of contacts has another size');
const tags = new Set(packet.contact.ids.map((id) => sha256(Buffer.from(`contact ${id}`)).toString('hex', 0, 16)));
const all = [];
for (let n = 0; n < contacts.size; n += 1) {
  const entry = whole.subarray(48 * n, 48 * n + 48);
  all.push([n, leafHash(entry)]);
  if (!tags.has(entry.subarray(0, 16).toString('hex'))) continue;
  check(own.delete(entry.subarray(16).toString('hex')), `an event of this contact was left out (number ${n})`);
}
check(own.size === 0, 'an event of this contact is not in the tree of contacts');
check(rootOf(contacts.size, all, Buffer.alloc(0)).equals(contacts.root), 'the tree of contacts');

console.log(`VERIFIED: ${leaves.length} events are in the log of ${events.size} that ${keyName} signed.`);
console.log(`${shown} personal values of ${proven} events are those that were sealed in them.`);
if (uncommitted > 0)
  console.log(`${uncommitted} events have values that nothing proves: from before commitments, or erased.`);
console.log(
  `Nothing of this contact was left out: ${contacts.size} entries of the tree of contacts were looked through.`,
);
if (isStamped)
  console.log(
    'A time-stamp authority saw it: openssl ts -verify -data manifest.note -in manifest.tsr -CAfile <certificates>',
  );
for (const sentence of packet.proves) console.log(`- ${sentence}`);
console.log(`Signed with ${packet.verifier_key}. Compare it with the key that you were given by another way.`);
