import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What is kept here (tokens, reset links, people's texts) is for the user alone who runs it. */
export const fileMode = 0o600;
const folderMode = 0o700;

export const makePrivateFolder = async (path: string): Promise<void> =>
  void (await mkdir(path, { recursive: true, mode: folderMode }));

/** Makes a folder with everything in it private: what an older version left was open to every user of the machine. */
export async function closeToOthers(folder: string): Promise<void> {
  await makePrivateFolder(folder);
  const close = async (path: string, mode: number): Promise<void> => {
    if (((await stat(path)).mode & 0o777) !== mode) await chmod(path, mode);
  };
  await close(folder, folderMode);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await close(join(entry.parentPath, entry.name), entry.isDirectory() ? folderMode : fileMode);
}
