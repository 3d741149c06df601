import { existing } from '../../domain/upload/decide.ts';
import { Upload } from '../../domain/upload/upload.ts';
import type { UploadId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../command.ts';
import { allowTenant, stateOf } from '../kernel.ts';

/** A file of contacts that the caller may know of; anybody else's does not exist. */
export async function ownUpload({ world, context }: Call, { uploadId }: { readonly uploadId: UploadId }) {
  const stream = streams.upload(uploadId);
  const seen = await world.events.read(stream);
  const upload = existing(stateOf(Upload, seen));
  const { tenant } = seen[0]!.metadata;
  allowTenant(context.caller, tenant, 'This upload');
  return { stream, seen, tenant, upload };
}
