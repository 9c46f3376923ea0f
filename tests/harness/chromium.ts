import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumOptions } from './launch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string;
  }
}

/** One browser for all files of a project, each visitor with cookies and storage of their own. */
export default async function setup(project: TestProject) {
  const server = await chromium.launchServer(chromiumOptions());
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
