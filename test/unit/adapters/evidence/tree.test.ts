import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkpointText, createSigner, proofText } from '../../../../adapters/evidence/note.ts';
import {
  bytesOfHashes,
  Frontier,
  type Hash,
  hashesIn,
  inclusionPath,
  leafOf,
  manyPath,
  nodeHash,
  splitOf,
  tileSize,
  tilesFor,
} from '../../../../adapters/evidence/tree.ts';

/** Certificate Transparency's own (google/certificate-transparency, merkle_tree_test): eight leaves, and the roots of 1 to 8. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** RFC 6962, 2.1, as it is written there. */
function rootOf(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0]!;
  const left = splitOf(hashes.length);
  return nodeHash(rootOf(hashes.slice(0, left)), rootOf(hashes.slice(left)));
}

/** A tree of so many leaves, in tiles as the database has them. */
function grown(size: number) {
  const frontier = new Frontier();
  const tiles = new Map<string, Buffer[]>();
  const put = (level: number, index: number, hash: Hash) => {
    const key = `${level} ${Math.floor(index / tileSize)}`;
    tiles.set(key, [...(tiles.get(key) ?? []), bytesOfHashes([hash])]);
  };
  const added = Array.from({ length: size }, (_, n) => leafOf(`leaf ${n}`));
  added.forEach((hash, n) => {
    put(0, n, hash);
    frontier.append(hash, put);
  });
  const hashes = added.map((hash) => bytesOfHashes([hash]));
  const asked = new Set<string>();
  const hashOf = hashesIn((level, tile) => {
    asked.add(`${level} ${tile}`);
    return Buffer.concat(tiles.get(`${level} ${tile}`)!);
  });
  return { frontier, hashes, hashOf, asked };
}

/** What a stranger does with many proofs in one. */
function rootFrom(leafAt: ReadonlyMap<number, Buffer>, size: number, hashes: readonly Buffer[]): Buffer {
  const left = [...hashes];
  const indexes = [...leafAt.keys()];
  const walk = (low: number, high: number): Buffer => {
    if (!indexes.some((index) => index >= low && index < high)) return left.shift()!;
    if (high - low === 1) return leafAt.get(low)!;
    const middle = low + splitOf(high - low);
    const first = walk(low, middle);
    return nodeHash(first, walk(middle, high));
  };
  const root = walk(0, size);
  expect(left).toEqual([]);
  return root;
}

describe('a tree', () => {
  test('has the roots of RFC 6962', () => {
    const frontier = new Frontier();
    expect(frontier.root.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (const [n, leaf] of leaves.entries()) {
      frontier.append(leafOf(Buffer.from(leaf, 'hex')));
      expect(frontier.root.toString('hex')).toBe(roots[n]);
    }
  });

  test('goes on from its peaks as if it had never stopped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 0, max: 300 }), (size, more) => {
        const { frontier, hashes } = grown(size);
        const next = new Frontier(frontier.size, frontier.peaks);
        const added = Array.from({ length: more }, (_, n) => leafOf(`more ${n}`));
        for (const hash of added) next.append(hash);
        expect(next.root).toEqual(rootOf([...hashes, ...added.map((hash) => bytesOfHashes([hash]))]));
      }),
      { numRuns: 30 },
    );
  });

  const sizes = fc.oneof(fc.integer({ min: 1, max: 700 }), fc.constantFrom(255, 256, 257, 511, 512, 513, 1024, 66_000));
  test('proves any leaves at once, out of the tiles it said it would need', () => {
    fc.assert(
      fc.property(sizes, fc.array(fc.nat(), { maxLength: 12 }), (size, chosen) => {
        const { frontier, hashes, hashOf, asked } = grown(size);
        const indexes = [...new Set(chosen.map((n) => n % size))].sort((one, other) => one - other);
        const path = manyPath(indexes, size, hashOf);
        const root = rootFrom(new Map(indexes.map((index) => [index, hashes[index]!])), size, path);
        expect(root).toEqual(frontier.root);
        const needed = new Set(
          [...tilesFor(indexes, size)].flatMap(([level, tiles]) => tiles.map((tile) => `${level} ${tile}`)),
        );
        expect([...asked].filter((tile) => !needed.has(tile))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('proves one leaf by its path from the sibling up', () => {
    const { frontier, hashes, hashOf } = grown(600);
    for (const index of [0, 1, 255, 256, 511, 512, 599]) {
      const path = inclusionPath(index, 600, hashOf);
      // RFC 9162, 2.1.3.2.
      let [fn, sn, root] = [index, 599, hashes[index]!];
      for (const hash of path) {
        if (fn % 2 === 1 || fn === sn) {
          root = nodeHash(hash, root);
          while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
        } else root = nodeHash(root, hash);
        [fn, sn] = [fn >> 1, sn >> 1];
      }
      expect(sn).toBe(0);
      expect(root).toEqual(frontier.root);
    }
  });
});

describe('a signed note', () => {
  /** Of golang.org/x/mod/sumdb/note, whose format C2SP's signed-note is. */
  const seed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const pem = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
  const signer = createSigner('PeterNeumann', pem);

  test('names its key, and signs, as the field does', () => {
    expect(signer.verifierKey).toBe('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
    const text =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    expect(signer.sign(text)).toBe(
      `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
    );
  });

  test('is what checkpoints and proofs are made of', () => {
    const checkpoint = checkpointText('beckon.example/log/b', 8, Buffer.from(roots[7]!, 'hex'));
    expect(checkpoint).toBe('beckon.example/log/b\n8\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\n');
    expect(proofText(3, [Buffer.alloc(32)], 'checkpoint\n')).toBe(
      `c2sp.org/tlog-proof@v1\nindex 3\n${'A'.repeat(43)}=\n\ncheckpoint\n`,
    );
  });
});
