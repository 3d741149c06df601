import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { placeOf, withDraft } from './draft.ts';
import { type Storage, StorageUnavailable } from './port.ts';

export interface S3Access {
  readonly bucket: string;
  readonly region: string;
  /** Of a service that speaks S3, such as MinIO, which has its buckets in the path; null: Amazon's own. */
  readonly endpoint: string | null;
  /** Null: those that the AWS SDK finds in its environment. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}
interface Settings extends S3Access {
  /** Where a file waits that is uploaded. */
  readonly folder: string;
  /** Where files were kept before: they are found and deleted there. */
  readonly before: Storage;
  /** Of one request. Default 30,000. */
  readonly timeoutMs?: number;
}

const mostInMemory = 8 * 2 ** 20;
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/**
 * Files in a bucket, each at the path that it has in a local folder: `aws s3 sync` of the folder moves all of them. What
 * is still in the folder is read from there. Throws `StorageUnavailable` when the bucket can't be used.
 */
export function createS3Storage({ bucket, folder, before, timeoutMs = 30_000, ...access }: Settings) {
  const client = new S3Client({
    region: access.region,
    ...(access.credentials === null ? {} : { credentials: access.credentials }),
    ...(access.endpoint === null ? {} : { endpoint: access.endpoint, forcePathStyle: true }),
    // Other services don't know all the checksums that the SDK would add: a file's own goes with it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: Math.min(timeoutMs, 5_000),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  const said = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new StorageUnavailable(`The bucket ${bucket} can't be used: ${(error as Error).message}`, { cause: error });
    }
  };
  /** In bytes; null: there is none. */
  const sizeOf = (place: string): Promise<number | null> => {
    const asked = new HeadObjectCommand({ Bucket: bucket, Key: place });
    return said(async () => {
      try {
        return (await client.send(asked)).ContentLength ?? 0;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  };
  // Asked for when it is read: an answer that nobody reads would hold its connection.
  async function* contentOf(place: string, from: number): AsyncGenerator<Uint8Array> {
    const range = from === 0 ? {} : { Range: `bytes=${from}-` };
    const { Body } = await said(() => client.send(new GetObjectCommand({ Bucket: bucket, Key: place, ...range })));
    try {
      yield* Body as Readable;
    } catch (error) {
      throw new StorageUnavailable(`Reading from the bucket ${bucket} broke off.`, { cause: error });
    }
  }

  const storage: Storage = {
    put: (content, limitBytes) =>
      withDraft(folder, content, limitBytes, async ({ key, size, path }) => {
        const place = placeOf(key)!;
        // What is there never changes, so it isn't sent again.
        if ((await sizeOf(place)) !== size)
          await said(async () =>
            client.send(
              new PutObjectCommand({
                Bucket: bucket,
                Key: place,
                // What is in memory can be sent again after a failure.
                Body: size <= mostInMemory ? await readFile(path) : createReadStream(path),
                ContentLength: size,
                ChecksumSHA256: Buffer.from(key, 'hex').toString('base64'),
              }),
            ),
          );
        await rm(path, { force: true });
        return { key, size };
      }),
    open: async (key, { from = 0 } = {}) => {
      const place = placeOf(key);
      if (place === null) return null;
      const size = await sizeOf(place);
      if (size === null) return before.open(key, { from });
      return { size, content: from < size ? contentOf(place, from) : nothing() };
    },
    delete: async (key) => {
      const place = placeOf(key);
      if (place === null) return;
      await said(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: place })));
      await before.delete(key);
    },
  };
  return {
    ...storage,
    /** What is wrong with the bucket, in words; null: nothing, or nothing is known since it doesn't answer. */
    async check(): Promise<string | null> {
      try {
        await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'no-such-file' }));
      } catch (error) {
        const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500;
        const name = error instanceof Error ? error.name : '';
        if (status >= 500 || name === 'NoSuchKey') return null;
        // Who may not list a bucket is told 403 of a file that isn't there.
        return (
          name === 'NoSuchBucket' ? `The bucket ${bucket} doesn't exist.`
          : status === 403 ? `The bucket ${bucket} doesn't let us in: list, get, put and delete are needed.`
          : `The bucket ${bucket} is in another region, or S3_ENDPOINT is wrong.`
        );
      }
      return null;
    },
    close: (): void => client.destroy(),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
