import { reactions } from '../engine/reactions.ts';
import { a2pEscalations, escalateA2p, escalateA2pTimer } from './a2p-escalation.ts';
import { registrationChecks } from './checks.ts';
import { defaultRegistrar, registrationLooks, type RegistrarSettings, runRegistrar } from './registrar.ts';
import { registrationRequirements } from './requirements.ts';
import { escalateTimer, escalateTollfree, followTimer, followTollfree, tollfreeFeed } from './tollfree.ts';

interface Needs {
  /** How often the carrier is asked about what it reviews. */
  readonly config: { readonly registrar?: Partial<RegistrarSettings> };
}

export const registrationReactions = reactions<Needs>(
  'registrations',
  ({ db, store, commands, now, clock, log, leases, bells, wake, config }) => {
    const settings = { ...defaultRegistrar, ...config.registrar };
    const bell = bells.registrations;
    return {
      follows: [
        registrationLooks(() => bell.ring()),
        registrationChecks({ now, checkMs: settings.checkMs }),
        registrationRequirements({ store, commands }),
        a2pEscalations,
        tollfreeFeed(() => wake('timers')),
      ],
      timers: {
        [followTimer]: followTollfree({ commands, db, now }),
        [escalateTimer]: escalateTollfree(commands),
        [escalateA2pTimer]: escalateA2p(commands),
      },
      loops: [({ stopping }) => runRegistrar({ db, commands, now, clock, log, leases, bell, settings }, stopping)],
    };
  },
);
