import './uploads.css';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';

/** A place to drop one file on, or to choose it. `types`: endings of names, without the dot. */
export function FileDrop({
  title,
  hint,
  button,
  types,
  problem,
  isBusy,
  onFile,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly button: string;
  readonly types: readonly string[];
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  /** How far it is. */
  readonly children?: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file !== undefined && !isBusy) onFile(file);
  };
  return (
    <section
      className={`bk-card bk-drop${over ? ' over' : ''}`}
      aria-label={button}
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
        take(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={button}
        accept={types.map((type) => `.${type}`).join(',')}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <IconUpload size={26} aria-hidden className="faint" />
      <div className="words">
        <b>{title}</b>
        <p className="muted">{hint}</p>
        {problem !== null && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {children}
      </div>
      <Button
        loading={isBusy}
        onClick={() => {
          input.current?.click();
        }}
      >
        {button}
      </Button>
    </section>
  );
}
