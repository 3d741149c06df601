// Checks this packet with nothing but Node 18 or newer: node verify.mjs [verifier key]
// Exit code 0: every file is as it was signed, every event is in the log, nothing of this contact was left out.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const read = (path) => readFileSync(join(folder, path));
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const leafHash = (entry) => sha256(Buffer.of(0), entry);
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right);
const check = (isSo, what) => {
  if (isSo) return;
  console.error(`FAILED: ${what}`);
  process.exit(1);
};
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

const packet = JSON.parse(read('packet.json').toString());
const key = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(packet.verifier_key);
check(key !== null, 'the verifier key can not be read');
const [, keyName, keyId, keyText] = key;
const keyBytes = base64(keyText, 'the verifier key');
check(keyBytes.length === 33 && keyBytes[0] === 1, 'the verifier key is not one of Ed25519');
check(sha256(`${keyName}\n`, keyBytes).subarray(0, 4).toString('hex') === keyId, 'the verifier key has another id');
const expected = process.argv[2];
check(expected === undefined || expected === packet.verifier_key, 'the packet was signed with another key than given');
const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), keyBytes.subarray(1)]);
const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });

/** The lines of a signed note (C2SP signed-note); fails unless this key has signed them. */
function signedLines(note, what) {
  const parts = /^([^]*\n)\n— (\S+) (\S+)\n$/.exec(note);
  check(parts !== null && parts[2] === keyName, `${what} is no signed note of ${keyName}`);
  const signature = base64(parts[3], `the signature of ${what}`);
  check(signature.subarray(0, 4).toString('hex') === keyId, `${what} was signed with another key`);
  check(verify(null, Buffer.from(parts[1]), publicKey, signature.subarray(4)), `the signature of ${what} is wrong`);
  return parts[1].split('\n').slice(0, -1);
}

// 1. Every file is as it was signed, and there is no other.
const [manifestOf, ...files] = signedLines(read('manifest.note').toString(), 'manifest.note');
check(manifestOf === `${keyName}/packet`, 'manifest.note is of something else');
const listed = new Map(files.map((line) => [line.slice(66), line.slice(0, 64)]));
const there = readdirSync(folder, { recursive: true }).map((path) => path.replaceAll('\\', '/'));
for (const path of there)
  check(
    path === 'manifest.note' || listed.has(path) || statSync(join(folder, path)).isDirectory(),
    `${path} is not listed`,
  );
for (const [path, hash] of listed) {
  check(there.includes(path), `${path} is missing`);
  check(sha256(read(path)).toString('hex') === hash, `${path} was changed`);
}

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

// 2. Every event is in the log that the checkpoint was signed of, and every value shown is the one that was sealed in it.
const log = JSON.parse(read('proofs/events.json').toString());
const events = checkpoint(log.checkpoint, '', 'the checkpoint of events');
const entries = read('events.jsonl')
  .toString()
  .split('\n')
  .slice(0, -1)
  .map((line) => JSON.parse(line));
let [proven, shown, uncommitted] = [0, 0, 0];
const byId = new Map();
for (const { index, entry, fields } of entries) {
  const event = JSON.parse(entry);
  check(!byId.has(event.id), `event ${event.id} is there twice`);
  byId.set(event.id, { event, index, hash: sha256(entry) });
  const sealed = event.data.$personal;
  check(
    (sealed?.fields ?? []).join() === fields.map(({ name }) => name).join(),
    `event ${event.id} seals other fields`,
  );
  if (fields.some(({ hash }) => hash === null)) uncommitted += 1;
  else if (fields.length > 0) {
    const hashes = fields.map(({ name, hash, salt, value }) => {
      const own = base64(hash, 'the hash of a field');
      if (salt === undefined) return own;
      const isEmpty = value === null && own.equals(Buffer.alloc(32));
      check(isEmpty || sha256(base64(salt, 'a salt'), canonical(value)).equals(own), `${name} of event ${event.id}`);
      shown += 1;
      return own;
    });
    check(sha256(...hashes).toString('base64') === sealed.commit, `the commitment of event ${event.id}`);
    proven += 1;
  }
}
const leaves = entries.map(({ index, entry }) => [index, leafHash(entry)]);
check(
  leaves.every(([index], n) => n === 0 || leaves[n - 1][0] < index),
  'the events are not in order',
);
check(
  rootOf(events.size, leaves, base64(log.hashes, 'the proof of events')).equals(events.root),
  'the proof of events',
);

// 3. The tree of contacts is there whole, and all of it that names this contact is among the events.
const contacts = checkpoint(read('proofs/contacts.checkpoint').toString(), '/contacts', 'the checkpoint of contacts');
const whole = read('proofs/contacts.bin');
check(whole.length === 48 * contacts.size, 'the tree of contacts has another size');
const tags = new Set(packet.contact.ids.map((id) => sha256(`contact ${id}`).subarray(0, 16).toString('hex')));
const own = new Set(
  [...byId.values()]
    .filter(({ event }) => packet.contact.ids.some((id) => event.stream === `contact-${id}`))
    .map(({ hash }) => hash.toString('hex')),
);
const all = [];
for (let n = 0; n < contacts.size; n += 1) {
  const entry = whole.subarray(48 * n, 48 * n + 48);
  all.push([n, leafHash(entry)]);
  if (!tags.has(entry.subarray(0, 16).toString('hex'))) continue;
  check(own.delete(entry.subarray(16).toString('hex')), `an event of this contact was left out (number ${n})`);
}
check(own.size === 0, 'an event of this contact is not in the tree of contacts');
check(rootOf(contacts.size, all, Buffer.alloc(0)).equals(contacts.root), 'the tree of contacts');

// 4. What the packet tells is told of these events.
const told = (list) => list.flatMap((one) => [one, ...(one.record ?? [])]);
for (const { event, at } of told([...packet.consent, ...packet.messages, ...packet.imports]))
  check(byId.get(event)?.event.metadata.occurredAt === at, `what is told of event ${event}`);

console.log(`VERIFIED: ${entries.length} events are in the log of ${events.size} that ${keyName} signed.`);
console.log(`${shown} personal values of ${proven} events are those that were sealed in them.`);
if (uncommitted > 0)
  console.log(`${uncommitted} events have values that nothing proves: from before commitments, or erased.`);
console.log(
  `Nothing of this contact was left out: ${contacts.size} entries of the tree of contacts were looked through.`,
);
for (const sentence of packet.proves) console.log(`- ${sentence}`);
console.log(`Signed with ${packet.verifier_key}. Compare it with the key that you were given by another way.`);
