import { z } from 'zod';
import { ConversationReply } from '../../api/contract/livechat.ts';
import { MessageReply } from '../../api/contract/messages.ts';
import type { UploadReply } from '../../api/contract/uploads.ts';
import { ApiError, type FailureBody } from './errors.ts';
import { type Client, randomKey } from './client.ts';

/** Commands whose answer says nothing that the screens need: the reads are refreshed instead. */
const Answer = z.unknown();

/** Everything the screens can ask for. Each is one call; failures are thrown as `ApiError`. */
export const commands = {
  startConversation: (client: Client, body: { phone: string } | { contact_id: string }) =>
    client.post('/livechat', ConversationReply, { body }),
  nameContact: (client: Client, id: string, body: { first_name: string | null; last_name: string | null }) =>
    client.put(`/livechat/${id}`, Answer, { body }),
  addNote: (client: Client, id: string, note: string, idempotencyKey: string) =>
    client.put(`/livechat/${id}`, Answer, { body: { note }, idempotencyKey }),
  sendMessage: (
    client: Client,
    body: { contact_id: string; body: string; media: readonly string[] },
    idempotencyKey: string,
  ) => client.post('/livechat/messages', MessageReply, { body, idempotencyKey }),
  markRead: (client: Client, id: string, position: string) =>
    client.post(`/livechat/${id}/read`, Answer, { body: { read: true, position } }),
  markUnread: (client: Client, id: string) => client.post(`/livechat/${id}/read`, Answer, { body: { read: false } }),
  setStatus: (client: Client, id: string, status: 'open' | 'closed') =>
    client.post(`/livechat/${id}/status`, Answer, { query: { status } }),
  optOut: (client: Client, id: string) => client.post(`/contacts/${id}/opt-out`, Answer),

  readNotification: (client: Client, id: string) => client.post(`/notification/${id}/read`, Answer),
  deleteNotification: (client: Client, id: string) => client.delete(`/notification/${id}`, Answer),
  readAllNotifications: (client: Client) => client.post('/notifications/mark-all', Answer, { body: {} }),
};

/** Sends one picture and says how far it is, 0 to 1. `fetch` cannot tell the progress of an upload, hence the older call. */
export function uploadImage(
  client: Client,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<z.output<typeof UploadReply>['data']> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', client.address('/uploads/image'));
    request.responseType = 'json';
    request.setRequestHeader('authorization', `Bearer ${client.token() ?? ''}`);
    request.setRequestHeader('idempotency-key', randomKey());
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300)
        resolve((request.response as z.output<typeof UploadReply>).data);
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
    form.append('file', file, file.name);
    request.send(form);
  });
}
