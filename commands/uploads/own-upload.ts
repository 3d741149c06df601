import { existing } from '../../domain/uploads/decide.ts';
import { Upload } from '../../domain/uploads/upload.ts';
import { Business } from '../../domain/businesses/business.ts';
import { existing as existingBusiness } from '../../domain/businesses/decide.ts';
import type { BusinessId, UploadId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { allowTenant, stateOf } from '../kernel/unit-of-work.ts';

/** A file of contacts that the caller may know of; anybody else's does not exist. */
export async function ownUpload({ world, context }: Call, { uploadId }: { readonly uploadId: UploadId }) {
  const stream = streams.upload(uploadId);
  const seen = await world.events.read(stream);
  const upload = existing(stateOf(Upload, seen));
  const { tenant } = seen[0]!.metadata;
  allowTenant(context.caller, tenant, 'This upload');
  return { stream, seen, tenant, upload };
}

/** The business that a file is for; anybody else's does not exist. */
export async function businessOf({ world, context }: Call, { businessId }: { readonly businessId: BusinessId }) {
  const business = existingBusiness(stateOf(Business, await world.events.read(streams.business(businessId))));
  const tenant = { agencyId: business.agencyId, businessId };
  allowTenant(context.caller, tenant, 'This business');
  return { tenant, business };
}
