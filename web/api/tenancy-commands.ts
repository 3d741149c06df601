import { z } from 'zod';
import { Success } from '../../api/contract/common.ts';
import { ProviderReply } from '../../api/contract/providers.ts';
import type { CreateAgency } from '../../api/contract/agencies.ts';
import { ActiveReply, type CreateBusiness, type DuplicateBusiness } from '../../api/contract/business-forms.ts';
import { Created, Saved } from '../../api/contract/common.ts';
import { type AssignNumber, NumberOffers, NumberReply, type SearchNumbers } from '../../api/contract/numbers.ts';
import { CertificateReply, WhitelabelFileReply } from '../../api/contract/whitelabels.ts';
import { ApiError, type FailureBody } from './errors.ts';
import { type Client, randomKey } from './client.ts';

const Answer = z.unknown();
type Body<S extends z.ZodType> = z.input<S>;
/** A body that a form has checked with the contract's schema. */
type Checked = Readonly<Record<string, unknown>>;

/** Whose provider account it is: the signed-in one's own, that of the signed-in agency, or of an agency that an operator looks after. */
export type ProviderOwner =
  { readonly kind: 'own' } | { readonly kind: 'agency' } | { readonly kind: 'agencyOf'; readonly agencyId: string };
const providerPath = (owner: ProviderOwner, provider: string) =>
  owner.kind === 'own' ? `/${provider}-config`
  : owner.kind === 'agency' ? `/agencies/${provider}-config`
  : `/agencies/${owner.agencyId}/${provider}-config`;

/** What operators, agencies and businesses can change about themselves and each other. */
export const tenancy = {
  createAgency: (client: Client, body: Body<typeof CreateAgency>) => client.post('/agencies', Created, { body }),
  editAgency: (client: Client, id: string, body: Checked) => client.put(`/agencies/${id}`, Saved, { body }),
  setAgencyBilling: (client: Client, id: string, body: Checked) =>
    client.put(`/agencies/${id}/billing-config`, Saved, { body }),
  archiveAgency: (client: Client, id: string) => client.delete(`/agencies/${id}`, Answer),
  restoreAgency: (client: Client, id: string) => client.post(`/agencies/${id}/restore`, Answer),
  setAgencyNew: (client: Client, id: string, isNew: boolean) =>
    client.put(`/agencies/${id}/update-partial`, Answer, { body: { is_new: isNew } }),
  editAgencySettings: (client: Client, body: Checked) => client.put('/agencies/edit-settings', Saved, { body }),
  removeBrandFile: (client: Client, type: 'logo' | 'favicon') =>
    client.delete(`/agencies/whitelabel-file/${type}`, Answer),

  createBusiness: (client: Client, body: Body<typeof CreateBusiness>) => client.post('/businesses', Created, { body }),
  editBusiness: (client: Client, id: string, body: Checked) => client.put(`/businesses/${id}`, Saved, { body }),
  setBusinessBilling: (client: Client, id: string, body: Checked) =>
    client.put(`/businesses/${id}/billing-config`, Saved, { body }),
  archiveBusiness: (client: Client, id: string) => client.delete(`/businesses/${id}`, Answer),
  restoreBusiness: (client: Client, id: string) => client.post(`/businesses/${id}/restore`, Answer),
  setBusinessActive: (client: Client, id: string, active: boolean) =>
    client.post(`/businesses/${id}/active`, ActiveReply, { body: { active } }),
  duplicateBusiness: (client: Client, id: string, body: Body<typeof DuplicateBusiness>) =>
    client.post(`/businesses/${id}/duplicate`, Created, { body }),
  resetNumber: (client: Client, id: string) => client.post(`/businesses/${id}/reset-number`, Answer),

  editSettings: (client: Client, body: Checked) => client.put('/businesses/edit-settings', Saved, { body }),
  updateContactInfo: (client: Client, body: Checked) => client.post('/businesses/update-contact-info', Saved, { body }),
  updateBroadcasters: (client: Client, body: Checked) =>
    client.post('/businesses/update-broadcasters', Saved, { body }),
  updateLegalPages: (client: Client, body: Checked) => client.put('/businesses/legal-pages', Saved, { body }),
  deleteImage: (client: Client, url: string) => client.post('/businesses/delete-image', Answer, { body: { url } }),

  searchNumbers: (client: Client, body: Body<typeof SearchNumbers>) =>
    client.post('/businesses/search-numbers', NumberOffers, { body }),
  assignNumber: (client: Client, body: z.input<typeof AssignNumber>, idempotencyKey: string) =>
    client.post('/businesses/assign-number', NumberReply, { body, idempotencyKey }),
  assignCustomNumber: (client: Client, body: z.input<typeof AssignNumber>, idempotencyKey: string) =>
    client.post('/businesses/assign-custom-number', NumberReply, { body, idempotencyKey }),

  changeUserPassword: (client: Client, userId: string, password: string) =>
    client.post(`/users/${userId}/change-password`, Success, { body: { password } }),
  checkCertificate: (client: Client, id: string) => client.post(`/whitelabels/${id}/cert`, CertificateReply),
  configureProvider: (client: Client, owner: ProviderOwner, provider: string, body: Checked) =>
    client.put(providerPath(owner, provider), ProviderReply, { body }),
};

/** Where a picture goes: one's own, a business's own, or a file of the agency's brand. */
export type ImageTarget =
  | { readonly kind: 'own' }
  | { readonly kind: 'business' }
  | { readonly kind: 'brand'; readonly type: 'logo' | 'favicon' };
const ImageReply = z.union([WhitelabelFileReply, z.object({ data: z.object({ url: z.string() }) })]);

/** Sends one picture and says how far it is, 0 to 1; answers its address. */
export function uploadPicture(
  client: Client,
  target: ImageTarget,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const path =
    target.kind === 'own' ? '/uploads/image'
    : target.kind === 'business' ? '/businesses/upload-image'
    : `/agencies/whitelabel-file?type=${target.type}`;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', client.address(path));
    request.responseType = 'json';
    request.setRequestHeader('authorization', `Bearer ${client.token() ?? ''}`);
    request.setRequestHeader('idempotency-key', randomKey());
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const reply = request.status >= 200 && request.status < 300 ? ImageReply.safeParse(request.response) : null;
      if (reply?.success) resolve(reply.data.data.url);
      else reject(new ApiError(request.status, request.response as FailureBody | null));
    };
    request.onerror = () => {
      reject(new ApiError(0, null));
    };
    request.onabort = () => {
      reject(new DOMException('Aborted', 'AbortError'));
    };
    signal.addEventListener('abort', () => {
      request.abort();
    });
    const form = new FormData();
    if (target.kind === 'brand') form.append('type', target.type);
    form.append('file', file, file.name);
    request.send(form);
  });
}
