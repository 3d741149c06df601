import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import type { ServicesHandle } from '../../sandbox/index.ts';
import { context, id } from './names.ts';

/** A shop whose owner has connected GoToWebinar, as the owner would: allowed at the sandbox, finished by us. */
export async function connectWebinars(
  { integrations }: Pick<Commands, 'integrations'>,
  { goto }: Pick<ServicesHandle, 'goto'>,
  { agencyId, businessId, email }: { readonly agencyId: string; readonly businessId: string; readonly email: string },
): Promise<readonly { readonly position: bigint | null }[]> {
  const by = (purpose: string): CommandContext => ({
    ...context(purpose, email),
    caller: {
      role: 'business',
      actor: { kind: 'user', userId: id('user', email), impersonatorId: null },
      tenant: { agencyId, businessId },
    },
  });
  const redirectUri = 'http://localhost/auth/callback';
  const { result } = await integrations.beginSignIn(by('webinars-begun'), {
    type: 'goto',
    name: 'Cooking webinars',
    integrationId: null,
    redirectUri,
    origin: 'http://localhost',
  });
  const asked = new URL(result.url).searchParams;
  const code = goto.tokens.code(asked.get('code_challenge'), redirectUri);
  const integrationId = id('integration', email);
  return [await integrations.finishSignIn(by('webinars'), { integrationId, code, state: asked.get('state')! })];
}
