import './manual-actions.css';
import { Button } from '@mantine/core';
import type { AutomationRun } from '../../../../../api/contract/automations.ts';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { automationModel, type Document } from '../model.ts';
import { actionsAt, whatComes } from './actions.ts';
import { t } from './texts.ts';
import { useManualActions } from './useManualActions.tsx';
import { iconOf } from './Waiting.tsx';

/** What can be done by hand for one contact on its way; nothing where its way is over, or ends anyhow. */
export function RunActions({
  run,
  document,
  names,
  onDone,
}: {
  readonly run: AutomationRun;
  readonly document: Document;
  readonly names: Names;
  readonly onDone: () => void;
}) {
  const { ask, dialog } = useManualActions(onDone);
  const { node: step, state } = run;
  if (state === 'ended' || step === null) return null;
  const node = automationModel.nodeOf(document, step);
  // Something is being done: it can be stopped alone.
  const acts = state === 'waiting' || state === 'put-off' ? actionsAt(node) : actionsAt(null);
  return (
    <div className="au-hand">
      {acts.map((act) => {
        const Icon = iconOf[act];
        return (
          <Button
            key={act}
            size="xs"
            variant={act === 'stop' ? 'light' : 'default'}
            {...(act === 'stop' ? { color: 'red' } : {})}
            leftSection={<Icon size={15} aria-hidden />}
            onClick={() => {
              const comes = whatComes(act, document, node, names);
              ask({ automation: run.automation_id, step, act, runs: [run.id], count: 1, comes });
            }}
          >
            {t(`au.h.act.${act}`)}
          </Button>
        );
      })}
      {dialog}
    </div>
  );
}
