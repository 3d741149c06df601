import type { Client } from './client.ts';

/** What is done in conversations and notifications. Each is one call; failures are thrown as `ApiError`. */
export const commands = {
  startConversation: (client: Client, body: { phone: string } | { contact_id: string }) =>
    client.post('/livechat', { body }),
  nameContact: (client: Client, id: string, body: { first_name: string | null; last_name: string | null }) =>
    client.put('/livechat/{id}', { params: { id }, body }),
  /** Null: gives it back to everybody. */
  assign: (client: Client, id: string, assignee_id: string | null) =>
    client.put('/livechat/{id}', { params: { id }, body: { assignee_id } }),
  setAway: (client: Client, body: { readonly away: boolean; readonly give_back: boolean }) =>
    client.post('/livechat/away', { body }),
  addNote: (client: Client, id: string, note: string, idempotencyKey: string) =>
    client.put('/livechat/{id}', { params: { id }, body: { note }, idempotencyKey }),
  sendMessage: (
    client: Client,
    body: { contact_id: string; body: string; media: readonly string[]; seen?: string },
    idempotencyKey: string,
  ) => client.post('/livechat/messages', { body: { ...body, media: [...body.media] }, idempotencyKey }),
  scheduleText: (
    client: Client,
    id: string,
    body: { body: string; media: readonly string[]; send_at: string; seen?: string },
    idempotencyKey: string,
  ) =>
    client.post('/livechat/{id}/scheduled', {
      params: { id },
      body: { ...body, media: [...body.media] },
      idempotencyKey,
    }),
  /** Null: it goes now. */
  moveScheduled: (client: Client, id: string, text_id: string, send_at: string | null) =>
    client.put('/livechat/{id}/scheduled/{text_id}', { params: { id, text_id }, body: { send_at } }),
  takeBackScheduled: (client: Client, id: string, text_id: string) =>
    client.delete('/livechat/{id}/scheduled/{text_id}', { params: { id, text_id } }),
  /** Null: a new one. */
  writeSnippet: (client: Client, id: string | null, body: { name: string; body: string }): Promise<unknown> =>
    id === null ?
      client.post('/livechat/snippets', { body })
    : client.put('/livechat/snippets/{id}', { params: { id }, body }),
  deleteSnippet: (client: Client, id: string) => client.delete('/livechat/snippets/{id}', { params: { id } }),
  sayHere: (client: Client) => client.post('/livechat/here', { quiet: true }),
  sayWriting: (client: Client, id: string, writing: boolean) =>
    client.post('/livechat/{id}/writing', { params: { id }, body: { writing }, quiet: true }),
  markRead: (client: Client, id: string, position: string) =>
    client.post('/livechat/{id}/read', { params: { id }, body: { read: true, position } }),
  markUnread: (client: Client, id: string) =>
    client.post('/livechat/{id}/read', { params: { id }, body: { read: false } }),
  reopen: (client: Client, id: string) => client.post('/livechat/{id}/open', { params: { id }, body: { open: true } }),
  /** `position`: what was seen of it. Words that came after that leave it open. */
  close: (client: Client, id: string, position: string) =>
    client.post('/livechat/{id}/open', { params: { id }, body: { open: false, position } }),

  keepSubscribed: (client: Client, id: string) => client.post('/contacts/{id}/keep-subscribed', { params: { id } }),

  closeMany: (client: Client, conversations: readonly { id: string; position: string }[]) =>
    client.post('/livechat/close', { body: { conversations: [...conversations] }, quiet: true }),

  readNotification: (client: Client, id: string) => client.post('/notification/{id}/read', { params: { id } }),
  deleteNotification: (client: Client, id: string) => client.delete('/notification/{id}', { params: { id } }),
  readAllNotifications: (client: Client) => client.post('/notifications/mark-all', { body: {} }),
};
