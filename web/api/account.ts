import { z } from 'zod';
import type { UpdateProfile, UserSettings } from '../../api/contract/profile.ts';
import { ImpersonateReply } from '../../api/contract/session.ts';
import { type Client } from './client.ts';

/** Commands whose answer says nothing that the screens need. */
const Answer = z.unknown();

/** What people do with their own account, and with the accounts they may act as. */
export const account = {
  signOut: (client: Client) => client.post('/logout', Answer, { seesUnauthorized: true }),
  impersonate: (client: Client, id: string) => client.post(`/impersonate/${id}`, ImpersonateReply),
  stopImpersonating: (client: Client) => client.delete('/impersonate', Answer, { seesUnauthorized: true }),

  updateProfile: (client: Client, body: z.input<typeof UpdateProfile>) =>
    client.put('/profile', Answer, { body, seesUnauthorized: true }),
  updateSettings: (client: Client, body: Partial<UserSettings>) =>
    client.put('/settings', Answer, { body, quiet: true }),
  changePassword: (client: Client, body: { current_password: string; password: string }) =>
    client.post('/change-password', Answer, { body }),

  addSampleAccount: (client: Client) => client.post('/agencies/add-sample-account', Answer),
  confirmA2p: (client: Client) => client.post('/send-a2p-notification', Answer, { body: {}, quiet: true }),
};
