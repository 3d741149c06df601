import { Button, Group, Modal, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { chatActs, keepChatKeys, problemOf, readChatKeys, usualKeys } from '../../../session/chat-keys.ts';
import { t } from './texts.ts';
import { chooseUndoSeconds, undoChoices, undoSeconds } from './undo.ts';

/** How whoever sits at this browser likes to work: which letters do what, or none, and how long a text can be undone. */
export function Preferences({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('prefs.title')} size="sm">
      {opened && <Form onClose={onClose} />}
    </Modal>
  );
}

function Form({ onClose }: { readonly onClose: () => void }) {
  const [keys, setKeys] = useState(readChatKeys);
  const [seconds, setSeconds] = useState(undoSeconds);
  const problem = keys.on ? problemOf(keys.of) : null;
  return (
    <form
      className="bk-prefs"
      onSubmit={(event) => {
        event.preventDefault();
        keepChatKeys(problem === null ? keys : { ...keys, of: usualKeys });
        chooseUndoSeconds(seconds);
        onClose();
      }}
    >
      <h3 id="prefs-undo">{t('prefs.undo')}</h3>
      <p className="muted small">{t('prefs.undoText')}</p>
      <SegmentedControl
        fullWidth
        aria-labelledby="prefs-undo"
        value={String(seconds)}
        onChange={(value) => {
          setSeconds(Number(value));
        }}
        data={undoChoices.map((value) => ({
          value: String(value),
          label: value === 0 ? t('prefs.undoOff') : t('prefs.seconds', { seconds: value }),
        }))}
      />
      <h3>{t('prefs.keys')}</h3>
      <Switch
        label={t('prefs.keysOn')}
        description={t('prefs.keysText')}
        checked={keys.on}
        onChange={(event) => {
          setKeys({ ...keys, on: event.currentTarget.checked });
        }}
      />
      {keys.on && (
        <>
          <div className="letters">
            {chatActs.map((act) => (
              <TextInput
                key={act}
                label={t(`prefs.key.${act}`)}
                value={keys.of[act]}
                maxLength={1}
                autoComplete="off"
                onFocus={(event) => {
                  event.currentTarget.select();
                }}
                onChange={(event) => {
                  setKeys({ ...keys, of: { ...keys.of, [act]: event.currentTarget.value.toLowerCase() } });
                }}
              />
            ))}
          </div>
          {problem !== null && (
            <p className="problem" role="alert">
              {t(`prefs.problem.${problem}`)}
            </p>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setKeys({ on: true, of: usualKeys });
            }}
          >
            {t('prefs.usual')}
          </Button>
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" disabled={problem !== null}>
          {t('app.save')}
        </Button>
      </Group>
    </form>
  );
}
