import { Button, Select, Switch, TextInput } from '@mantine/core';
import { IconArrowsMove, IconArrowsUpDown, IconCopy, IconTrash } from '@tabler/icons-react';
import type { Node } from '../model.ts';
import { shownExits, targetOf } from '../outline.ts';
import type { Around, Put } from '../steps/editor.tsx';
import { EditStep } from '../steps/editors.tsx';
import { t } from '../texts.ts';
import { exitWord, kindWord, told } from '../labels.ts';
import { canDouble, flip, putExit } from './edit.ts';

/** What a step does, and where it goes on. `onPut`: the step as it is from now on. */
export function StepPanel({
  id,
  node,
  around,
  onPut,
  onRemove,
  onDouble,
  onPlace,
}: {
  readonly id: string;
  readonly node: Node;
  readonly around: Around;
  readonly onPut: Put;
  readonly onRemove: () => void;
  readonly onDouble: () => void;
  /** Its place, or that of a copy with all its ways, is to be chosen. */
  readonly onPlace: (as: 'move' | 'copy') => void;
}) {
  const exits = <Exits id={id} node={node} around={around} put={onPut} />;
  return (
    <div className="au-fields">
      <div className="au-what">
        <EditStep node={node} around={around} put={onPut} />
        {node.kind === 'GoTo' && exits}
      </div>
      {node.kind !== 'GoTo' && exits}
      <TextInput
        label={t('au.p.stepName')}
        description={t('au.p.stepNameText')}
        placeholder={kindWord(node.kind)}
        value={node.name ?? ''}
        maxLength={80}
        onChange={(event) => {
          const name = event.currentTarget.value;
          onPut({ ...node, name: name.trim() === '' ? null : name });
        }}
      />
      {'off' in node && (
        <Switch
          label={t('au.p.on')}
          description={t('au.p.onText')}
          checked={!node.off}
          onChange={(event) => {
            onPut({ ...node, off: !event.currentTarget.checked });
          }}
        />
      )}
      <div className="au-acts">
        {node.kind === 'Condition' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowsUpDown size={15} aria-hidden />}
            onClick={() => {
              onPut(flip(node));
            }}
          >
            {t('au.p.flip')}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowsMove size={15} aria-hidden />}
          onClick={() => {
            onPlace('move');
          }}
        >
          {t('au.p.move')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={15} aria-hidden />}
          onClick={() => {
            if (canDouble(node)) onDouble();
            else onPlace('copy');
          }}
        >
          {t(canDouble(node) ? 'au.p.duplicate' : 'au.p.copy')}
        </Button>
        <Button
          variant="default"
          size="xs"
          color="red"
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={onRemove}
        >
          {t('au.p.remove')}
        </Button>
      </div>
    </div>
  );
}

/** Where each way goes on: it can lead to any step. */
function Exits({
  id,
  node,
  around: { document, data, wrong },
  put,
}: {
  readonly id: string;
  readonly node: Node;
  readonly around: Around;
  readonly put: Put;
}) {
  const failing = 'failed' in node.to && !shownExits(node).includes('failed') ? ['failed'] : [];
  const exits = node.kind === 'GoTo' ? ['next'] : [...shownExits(node), ...failing];
  if (exits.length === 0) return null;
  const steps = Object.entries(document.nodes)
    .filter(([other]) => other !== id)
    .map(([value, one]) => ({ value, label: told(one, data.names) }));
  return (
    <fieldset className="au-ways-of">
      <legend>{t('au.p.ways')}</legend>
      {exits.map((exit) => (
        <Select
          key={exit}
          label={node.kind === 'GoTo' ? t('au.p.target') : exitWord(node, exit)}
          placeholder={exit === 'failed' ? t('au.p.goOn') : t('au.p.end')}
          data={steps}
          value={targetOf(node, exit)}
          error={wrong(`to.${exit}`)}
          searchable
          clearable
          onChange={(to) => {
            put(putExit(node, exit, to));
          }}
        />
      ))}
    </fieldset>
  );
}
