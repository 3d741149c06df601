import { HookChoice } from '../hooks/HookChoice.tsx';
import type { OnOf, TriggerEditing } from './editor.tsx';

export function WebhookReceived({ on, at, wrong, put }: TriggerEditing<OnOf<'webhook-received'>>) {
  return (
    <HookChoice
      value={on.webhookId}
      error={wrong(`${at}.webhookId`)}
      onChange={(webhookId) => {
        put({ ...on, webhookId });
      }}
    />
  );
}
