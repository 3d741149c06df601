import { Button } from '@mantine/core';
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { type ImageTarget, uploadPicture } from '../api/pictures.ts';
import { isAborted } from '../api/errors.ts';
import { showFailure, useApp } from '../session/context.tsx';
import { t } from './texts.ts';

/** Accepted picture types (specification, section 5). */
export const pictureTypes = ['gif', 'jpeg', 'jpg', 'png', 'webp', 'avif', 'svg'] as const;
export const isPicture = (name: string): boolean =>
  pictureTypes.some((type) => name.toLowerCase().endsWith(`.${type}`));
/** The largest picture the API takes, bytes. */
const largest = 5 * 1024 * 1024;

/** One picture: preview, choose or drop, progress, remove. `onChange` gets the new address, null after removal. */
export function ImageUpload({
  label,
  hint,
  value,
  target,
  shape = 'wide',
  onChange,
  onRemove,
  disabled = false,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string | null;
  readonly target: ImageTarget;
  readonly shape?: 'wide' | 'square';
  readonly onChange: (url: string | null) => void;
  readonly onRemove?: () => Promise<unknown>;
  readonly disabled?: boolean;
}) {
  const { client } = useApp();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [removing, setRemoving] = useState(false);
  const abort = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
    },
    [],
  );

  const take = async (file: File | undefined) => {
    if (!file || disabled) return;
    if (!isPicture(file.name)) {
      setProblem(t('image.badType', { name: file.name }));
      return;
    }
    if (file.size > largest) {
      setProblem(t('image.tooLarge', { name: file.name }));
      return;
    }
    setProblem(null);
    setProgress(0);
    abort.current = new AbortController();
    try {
      onChange((await uploadPicture(client, target, file, setProgress, abort.current.signal)).url);
    } catch (error) {
      if (!isAborted(error)) showFailure(error);
    } finally {
      setProgress(null);
    }
  };
  const remove = async () => {
    setRemoving(true);
    try {
      await onRemove?.();
      onChange(null);
    } catch (error) {
      showFailure(error);
    } finally {
      setRemoving(false);
    }
  };

  return (
    <div className="bk-image" role="group" aria-labelledby={id}>
      <div className="mantine-InputWrapper-label" id={id}>
        {label}
      </div>
      <div
        className={`drop ${shape}${over ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => {
          setOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <div className="preview">
          {value === null ?
            <IconPhoto size={22} aria-hidden />
          : <img src={value} alt={t('image.current', { label })} />}
        </div>
        <div className="side">
          <div className="buttons">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUpload size={15} aria-hidden />}
              loading={progress !== null}
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {t(value === null ? 'image.choose' : 'image.replace')}
            </Button>
            {value !== null && (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={15} aria-hidden />}
                loading={removing}
                disabled={disabled || progress !== null}
                onClick={() => {
                  void remove();
                }}
              >
                {t('image.remove')}
              </Button>
            )}
          </div>
          {progress !== null ?
            <div
              className="progress"
              role="progressbar"
              aria-label={t('image.uploading', { percent: Math.round(progress * 100) })}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(progress * 100)}
            >
              <i style={{ width: `${progress * 100}%` }} />
            </div>
          : problem === null ?
            <p className="hint">{hint ?? t('image.hint')}</p>
          : <p className="wrong" role="alert">
              {problem}
            </p>
          }
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={pictureTypes.map((type) => `.${type}`).join(',')}
          aria-label={label}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            void take(file);
          }}
        />
      </div>
    </div>
  );
}
