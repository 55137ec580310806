#!/usr/bin/env node
import { command } from "../command.js";

await command("invar");
