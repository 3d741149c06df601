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
  addNote: (client: Client, id: string, note: string, idempotencyKey: string) =>
    client.put('/livechat/{id}', { params: { id }, body: { note }, idempotencyKey }),
  sendMessage: (
    client: Client,
    body: { contact_id: string; body: string; media: readonly string[]; seen?: string },
    idempotencyKey: string,
  ) => client.post('/livechat/messages', { body: { ...body, media: [...body.media] }, idempotencyKey }),
  markRead: (client: Client, id: string, position: string) =>
    client.post('/livechat/{id}/read', { params: { id }, body: { read: true, position } }),
  markUnread: (client: Client, id: string) =>
    client.post('/livechat/{id}/read', { params: { id }, body: { read: false } }),
  reopen: (client: Client, id: string) => client.post('/livechat/{id}/open', { params: { id }, body: { open: true } }),
  /** `position`: what was seen of it. Words that came after that leave it open. */
  close: (client: Client, id: string, position: string) =>
    client.post('/livechat/{id}/open', { params: { id }, body: { open: false, position } }),

  readNotification: (client: Client, id: string) => client.post('/notification/{id}/read', { params: { id } }),
  deleteNotification: (client: Client, id: string) => client.delete('/notification/{id}', { params: { id } }),
  readAllNotifications: (client: Client) => client.post('/notifications/mark-all', { body: {} }),
};
