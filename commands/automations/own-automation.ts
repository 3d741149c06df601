import { Automation, living } from '../../domain/automations/automation.ts';
import { AutomationHook, existingHook } from '../../domain/automations/hooks/hook.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { AutomationHookId, AutomationId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/** An automation of the business that the session is at; anybody else's does not exist, nor does one that was deleted. */
export async function ownAutomation(
  { world, context }: Call,
  { automationId }: { readonly automationId: AutomationId },
) {
  const desk = businessUserOf(context);
  const stream = streams.automation(automationId);
  const seen = await world.events.read(stream);
  const automation = living(stateOf(Automation, seen));
  if (automation.businessId !== desk.businessId) throw new DomainError('not_found', 'This automation does not exist.');
  return { ...desk, stream, seen, automation };
}

/** An address of the business that other systems call. */
export async function ownHook({ world, context }: Call, { hookId }: { readonly hookId: AutomationHookId }) {
  const desk = businessUserOf(context);
  const stream = streams.automationHook(hookId);
  const seen = await world.events.read(stream);
  const hook = existingHook(stateOf(AutomationHook, seen));
  if (hook.businessId !== desk.businessId) throw new DomainError('not_found', 'There is no such address.');
  return { ...desk, stream, seen, hook };
}
