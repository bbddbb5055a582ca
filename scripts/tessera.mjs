#!/usr/bin/env node
/** `npx tessera <command>`: the operators' command line, as `npm run operator -- <command>`. */
import "./operator.mjs";
