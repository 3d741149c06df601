/** Hands a text to the browser as a file. */
export function saveAs(fileName: string, type: string, text: string): void {
  saveFile(fileName, new Blob([text], { type }));
}

/** Hands a file of the API to the browser. */
export function saveFile(fileName: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
