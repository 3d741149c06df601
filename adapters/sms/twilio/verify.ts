import { createTwilioClient } from './client.ts';

/** Asks for the account itself. Throws what the SDK throws: a RestException with `status` and `code`, or a failure of the connection. */
export async function fetchTwilioAccount(account: {
  accountSid: string;
  authToken: string;
  baseUrl: string | null;
  timeoutMs: number;
}): Promise<{ status: string; type: string }> {
  const { status, type } = await createTwilioClient(account).api.v2010.accounts(account.accountSid).fetch();
  return { status, type };
}
